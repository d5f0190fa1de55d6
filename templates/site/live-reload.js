// Only in the answers of `--serve`, never in the files of a site: reloads the page when the next export is done.
(() => {
  const source = new EventSource('/~live');
  let first = true;
  source.addEventListener('open', () => {
    if (!first) location.reload();
    first = false;
  });
  source.addEventListener('message', () => location.reload());
})();
