"""Joint distributions of the base game and its optional wagers on one spot."""
