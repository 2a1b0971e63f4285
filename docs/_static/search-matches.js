// "Hide Search Matches" is a link with a script as its address, which the service's content policy forbids: do it here instead.
document.addEventListener("click", (event) => {
  if (!event.target.closest("a[href^='javascript:SphinxHighlight']")) return;
  event.preventDefault();
  SphinxHighlight.hideSearchWords();
});

// After a search, Sphinx marks matches in the titles of icons, too, and asks each for its box: a title has none.
SVGElement.prototype.getBBox ??= () => ({ x: 0, y: 0, width: 0, height: 0 });
