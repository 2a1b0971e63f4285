"""The library as a user imports it: functions that take names, files and texts, and values that show themselves.

    showing      how values look in a notebook, a terminal and a data frame
    sources      what names a rule book, a submission or cards
    ranking      `rank`
    counting     `odds`, `all_odds`
    solving      `solve`
    sessions     `session`
    holding      `hold`, `meters`
    sweeping     `sweep`
    filing       `new`, `check`
    printing     `sign`, `layout`, `par`
    par_sheet    `ParSheet`
    rounds       `Round`, `explain`
    playing      `Table`
    setting      `HouseWay`
    replaying    `replay`
    auditing     `audit`
    clients      `Client` and `AsyncClient`

`houseway/__init__.py` says which of these names are public. Nothing here is imported before it is used.
"""
