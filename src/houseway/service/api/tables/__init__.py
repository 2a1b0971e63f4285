"""Tables: the lobby, commands, settings, chips, printed parts, and the socket."""
