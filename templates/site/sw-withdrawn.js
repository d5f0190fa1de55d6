// The site is no longer kept for readers without a network: what was kept goes, and the worker with it. `site` is put before this text.
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
