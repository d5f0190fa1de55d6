// Sends the requests that readers write into the forms of operations, and shows the answers. Nothing is kept anywhere.
(() => {
  'use strict';
  const most = 200_000;
  const make = (name, className, text) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    element.textContent = text;
    return element;
  };
  const requestOf = (form) => {
    const server = form.elements.namedItem('server').value;
    let path = form.dataset.path;
    const query = [];
    const headers = {};
    for (const field of form.querySelectorAll('input')) {
      const { place, prefix = '' } = field.dataset;
      const value = field.value.trim();
      if (value === '' && !field.required) continue;
      if (place === 'path') path = path.replaceAll(`{${field.name}}`, encodeURIComponent(value));
      else if (place === 'query')
        query.push(`${encodeURIComponent(field.name)}=${encodeURIComponent(prefix + value)}`);
      else headers[field.name] = prefix + value;
    }
    const body = form.elements.namedItem('body')?.value;
    const { method, type } = form.dataset;
    const hasBody = body !== undefined && body !== '' && method !== 'GET' && method !== 'HEAD';
    if (hasBody) headers['Content-Type'] = type;
    return {
      url: server + path + (query.length > 0 ? `?${query.join('&')}` : ''),
      options: {
        method,
        headers,
        ...(hasBody ? { body } : {}),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
      },
    };
  };
  const shown = async (answer) => {
    const type = answer.headers.get('content-type') ?? '';
    if (!/json|text|xml|javascript|urlencoded/.test(type) && type !== '') {
      const { size } = await answer.blob();
      return `${type}, ${size} B`;
    }
    const text = await answer.text();
    if (text.length > most) return `${text.slice(0, most)}…`;
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };
  for (const form of document.querySelectorAll('.try-it form')) {
    const place = form.querySelector('.try-it-answer');
    const button = form.querySelector('button');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      place.replaceChildren();
      place.setAttribute('aria-busy', 'true');
      const began = performance.now();
      try {
        const { url, options } = requestOf(form);
        const answer = await fetch(url, options);
        const took = Math.round(performance.now() - began);
        const status = `${answer.status} ${answer.statusText}`.trim();
        const body = make('pre', '', '');
        body.tabIndex = 0;
        body.append(make('code', '', await shown(answer)));
        place.append(
          make('p', `status status-${String(answer.status)[0]}`, status),
          make('small', '', ` ${took} ms`),
          body,
        );
      } catch {
        place.append(make('p', 'try-it-failed', form.dataset.noAnswer));
      }
      place.removeAttribute('aria-busy');
      button.disabled = false;
    });
  }
})();
