"""The demonstration house: a table of each rule book, played for play money by program players and whoever sits down."""
