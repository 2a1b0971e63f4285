"""One person's connection to a table: who it is, what he asks for, and what he is sent.

protocol    the messages, read and written
connection  one connection from the first message to its end
"""
