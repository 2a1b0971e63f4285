"""Recorded nights: rounds of all books that chance plays from fixed seeds, and digests of everything that came of them.

night           plays a night
moments         looks at the moments between two acts
odd_equipment   looks at equipment in other states than it is in
notes, text     what is written down, and as which text
catalogue       which nights there are
recorded        the digests in recorded.txt
breaks          which of the written breaks the nights notice
"""
