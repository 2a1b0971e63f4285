"""How base wagers end, and who pays them through the centre of the layout in a round with a bank."""
