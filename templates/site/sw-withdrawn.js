// The site is no longer kept for readers without a network: this worker removes what was kept, and then itself. `site` comes before this
// text.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith(`tidemark:${site.base}:`)) await caches.delete(name);
      await registration.unregister();
    })(),
  );
});
