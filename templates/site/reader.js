// What the page does for its readers beyond being HTML. Everything here is a convenience: without scripts, people can still read everything
// and reach every page.
(() => {
  'use strict';
  const root = document.documentElement;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const remember = (key, value) => {
    try {
      localStorage.setItem(`tidemark:${key}`, value);
    } catch {
      // Storage is off: the choice lasts for this page.
    }
  };
  const recall = (key) => {
    try {
      return localStorage.getItem(`tidemark:${key}`);
    } catch {
      return null;
    }
  };
  const announce = (words) => {
    const live = document.querySelector('.live');
    if (live) live.textContent = words;
  };
  const words = JSON.parse(document.querySelector('meta[name="tidemark:words"]')?.content ?? '{}');

  // Theme: the first press shows the other theme; further presses go through the first theme and the system's.
  for (const button of all('.theme-switch')) {
    const current = () => ['light', 'dark'].find((each) => root.classList.contains(each)) ?? 'system';
    const first = current();
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const shown = first === 'system' ? system : first;
    const other = shown === 'dark' ? 'light' : 'dark';
    const order = first === 'system' ? ['system', other, shown] : [shown, other, 'system'];
    const name = () => {
      const label = `${button.dataset.theme}: ${button.dataset[current()]}`;
      button.setAttribute('aria-label', label);
      button.title = label;
      return label;
    };
    name();
    button.addEventListener('click', () => {
      const next = order[(order.indexOf(current()) + 1) % order.length];
      root.classList.remove('light', 'dark');
      if (next !== 'system') root.classList.add(next);
      remember('theme', next);
      announce(name());
    });
  }

  // Announcement.
  for (const button of all('.announcement-close'))
    button.addEventListener('click', () => {
      const banner = button.closest('.announcement');
      remember('announcement', banner.dataset.key);
      banner.remove();
    });
  for (const banner of all('.announcement'))
    if (recall('announcement') === banner.dataset.key && banner.querySelector('.announcement-close'))
      banner.remove();

  // Menus close when the focus or the pointer goes elsewhere, or by Escape.
  const menus = all('details.menu');
  document.addEventListener('click', (event) => {
    for (const menu of menus) if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener('focusin', (event) => {
    for (const menu of menus) if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of menus)
      if (menu.open) {
        menu.open = false;
        menu.querySelector('summary')?.focus();
      }
  });

  // Navigation on small screens: a drawer that keeps the focus while it is open.
  const drawer = document.querySelector('.sidebar');
  const opener = document.querySelector('.drawer-open');
  if (drawer && opener) {
    const inert = () => all('.page-main, .site-footer, .announcement');
    const setOpen = (open) => {
      root.classList.toggle('drawer', open);
      opener.setAttribute('aria-expanded', String(open));
      for (const part of inert()) part.inert = open;
      if (open) (drawer.querySelector('[aria-current="page"]') ?? drawer.querySelector('a'))?.focus();
      else opener.focus();
    };
    opener.addEventListener('click', () => setOpen(!root.classList.contains('drawer')));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && root.classList.contains('drawer')) setOpen(false);
    });
    document.querySelector('.drawer-shade')?.addEventListener('click', () => setOpen(false));
    matchMedia('(min-width: 64rem)').addEventListener('change', (event) => {
      if (event.matches && root.classList.contains('drawer')) setOpen(false);
    });
  }
  const here = drawer?.querySelector('[aria-current="page"]');
  if (here && drawer.scrollHeight > drawer.clientHeight) {
    const place = here.getBoundingClientRect().top - drawer.getBoundingClientRect().top;
    if (place > drawer.clientHeight * 0.7) drawer.scrollTop = place - drawer.clientHeight / 3;
  }

  // In a large navigation, closed branches are not in the page: the page at the head of a branch has it. That page is read as a document,
  // which runs no scripts.
  const titleOf = (group) => group.querySelector(':scope > .nav-heading')?.textContent;
  const addOpener = (item) => {
    const link = item.querySelector(':scope > a');
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'branch-open';
    button.setAttribute('aria-expanded', 'false');
    button.setAttribute('aria-label', link.textContent);
    button.addEventListener('click', () => {
      const request = new XMLHttpRequest();
      const leave = () => location.assign(link.href);
      request.open('GET', link.href);
      request.responseType = 'document';
      request.onerror = leave;
      request.onload = () => {
        const there = all('.sidebar a', request.response ?? document).find((each) => each.href === link.href);
        let head = there?.parentElement;
        // A closed group is one link to its first page, which can be nested in further groups.
        while (head && item.classList.contains('closed') && titleOf(head) !== link.textContent)
          head = head.parentElement.closest('.nav-group');
        const list = head?.querySelector('ul');
        if (!request.response || !list) return leave();
        const branch = document.createElement('details');
        const summary = document.createElement('summary');
        branch.className = 'branch';
        branch.open = true;
        summary.setAttribute('aria-label', link.textContent);
        for (const each of all('a', list)) {
          each.setAttribute('href', each.href);
          if (each.getAttribute('aria-current') === 'page') each.removeAttribute('aria-current');
        }
        branch.append(summary, document.importNode(list, true));
        button.replaceWith(branch);
        all('.parent:not(:has(> .branch))', branch).forEach(addOpener);
        summary.focus();
      };
      request.send();
    });
    item.append(button);
  };
  all('.sidebar .parent:not(:has(> .branch))').forEach(addOpener);

  // Tabs: one choice for all groups on the whole site that have a tab of that name.
  const groups = all('.tabs').map((group) => ({
    buttons: all(':scope > .tab-list > [role="tab"]', group),
    panes: all(':scope > .tab-pane', group),
  }));
  const choose = (group, button) => {
    for (const other of group.buttons) {
      const selected = other === button;
      other.setAttribute('aria-selected', String(selected));
      other.tabIndex = selected ? 0 : -1;
    }
    for (const pane of group.panes)
      pane.classList.toggle('selected', pane.id === button.getAttribute('aria-controls'));
  };
  const chooseEverywhere = (key) => {
    for (const group of groups) {
      const button = group.buttons.find((each) => each.dataset.tab === key);
      if (button) choose(group, button);
    }
  };
  const remembered = () => {
    try {
      const list = JSON.parse(recall('tabs') ?? '[]');
      return Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];
    } catch {
      return [];
    }
  };
  for (const key of remembered()) chooseEverywhere(key);
  for (const group of groups)
    for (const [index, button] of group.buttons.entries()) {
      button.addEventListener('click', () => {
        const top = button.getBoundingClientRect().top;
        const { tab } = button.dataset;
        chooseEverywhere(tab);
        choose(group, button);
        remember('tabs', JSON.stringify([...remembered().filter((key) => key !== tab), tab].slice(-20)));
        scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' });
      });
      button.addEventListener('keydown', (event) => {
        const last = group.buttons.length - 1;
        const step = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: last }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const next = group.buttons[step > last ? 0 : step < 0 ? last : step];
        next.focus();
        next.click();
      });
    }

  // The address may point into a tab or a folded part.
  const reveal = () => {
    let target = null;
    try {
      const name = decodeURIComponent(location.hash.slice(1));
      target =
        document.getElementById(name) ?? document.querySelector(`.tab-pane[data-tab="${CSS.escape(name)}"]`);
    } catch {
      return;
    }
    if (!target) return;
    let hidden = false;
    for (let part = target; part; part = part.parentElement) {
      if (part.tagName === 'DETAILS' && !part.open) hidden = part.open = true;
      if (part.classList.contains('tab-pane') && !part.classList.contains('selected')) {
        const group = groups.find((each) => each.panes.includes(part));
        const button = group?.buttons.find((each) => each.getAttribute('aria-controls') === part.id);
        if (button) choose(group, button);
        hidden = true;
      }
    }
    if (hidden) target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();

  // Copying.
  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      area.className = 'off-screen';
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
      button.focus();
    }
    button.classList.add('done');
    announce(words.copied ?? '');
    setTimeout(() => button.classList.remove('done'), 1500);
  };
  for (const button of all('.copy-code'))
    button.addEventListener('click', () =>
      copy(button.parentElement.querySelector('pre').innerText.replace(/\n$/, ''), button),
    );
  for (const button of all('.unfold'))
    button.addEventListener('click', () => {
      const open = button.parentElement.classList.toggle('unfolded');
      button.setAttribute('aria-expanded', String(open));
    });
  for (const button of all('.copy-page'))
    button.addEventListener('click', async () => {
      try {
        const answer = await fetch(button.dataset.markdown);
        if (answer.ok) return await copy(await answer.text(), button);
      } catch {
        // The site is read from a folder: the pages that are shown have to do.
      }
      await copy(document.querySelector('main').innerText, button);
    });
  for (const button of all('.print-page')) button.addEventListener('click', () => print());
  for (const form of all('.feedback'))
    for (const button of all('button', form))
      button.addEventListener('click', () => {
        for (const each of all('button', form)) each.hidden = true;
        form.querySelector('.feedback-thanks').hidden = false;
        announce(words.thanks ?? '');
      });

  // The outline follows the reader.
  const entries = new Map(all('.outline a').map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  if (entries.size > 0 && 'IntersectionObserver' in window) {
    const headings = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    const follow = () => {
      const line = 120;
      let current = headings[0];
      for (const heading of headings)
        if (heading.offsetParent !== null && heading.getBoundingClientRect().top <= line) current = heading;
      if (innerHeight + scrollY >= document.body.scrollHeight - 4)
        current = headings.findLast((each) => each.offsetParent !== null) ?? current;
      for (const [id, link] of entries) {
        if (id === current?.id) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
      }
    };
    let waiting = false;
    addEventListener(
      'scroll',
      () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          follow();
        });
      },
      { passive: true },
    );
    follow();
  }
})();
