// Runs before the page is drawn: tells the style sheets that scripts work, and restores the theme and the chosen tabs.
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const theme = localStorage.getItem('tidemark:theme');
    if (theme === 'light' || theme === 'dark') {
      root.classList.remove('light', 'dark');
      root.classList.add(theme);
    } else if (theme === 'system') root.classList.remove('light', 'dark');
    const banner = localStorage.getItem('tidemark:announcement');
    if (banner) root.dataset.dismissed = banner;
  } catch {
    // Storage is off: the page shows the site's own theme.
  }
})();
