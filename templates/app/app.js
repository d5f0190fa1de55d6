// Comforts of the app. Every page works without them: reading, reviewing, commenting, editing and merging are links and forms.
(() => {
  'use strict';
  document.documentElement.classList.add('js');

  // Menus close when the focus or the pointer goes elsewhere, or by Escape.
  const menus = [...document.querySelectorAll('details.menu')];
  const closeOthers = (event) => {
    for (const menu of menus) if (menu.open && !menu.contains(event.target)) menu.open = false;
  };
  document.addEventListener('click', closeOthers);
  document.addEventListener('focusin', closeOthers);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of menus)
      if (menu.open) {
        menu.open = false;
        menu.querySelector('summary').focus();
      }
  });
})();
