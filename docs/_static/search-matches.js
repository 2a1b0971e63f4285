// "Hide Search Matches" is a link with a script as its address, which the service's content policy forbids: do it here instead.
document.addEventListener("click", (event) => {
  if (!event.target.closest("a[href^='javascript:SphinxHighlight']")) return;
  event.preventDefault();
  SphinxHighlight.hideSearchWords();
});
