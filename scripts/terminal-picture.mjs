// Draws a session on a terminal as an animated picture (SVG with CSS): commands are typed, their output appears, and the screen
// scrolls. Times are invented, so that the load of the recording machine does not show. Nothing here reads or writes anything.

const columns = 100;
const rows = 24;
const [charWidth, lineHeight, margin] = [8.4, 19, 16];
const times = { key: 0.035, beforeEnter: 0.35, output: 0.25, line: 0.03, read: 1.4, end: 6 };
const colours = {
  ...{
    30: '#6b7280',
    31: '#f87171',
    32: '#4ade80',
    33: '#facc15',
    34: '#60a5fa',
    35: '#c084fc',
    36: '#22d3ee',
  },
  ...{
    90: '#9ca3af',
    91: '#fca5a5',
    92: '#86efac',
    93: '#fde047',
    94: '#93c5fd',
    95: '#d8b4fe',
    96: '#67e8f9',
  },
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const seconds = (time) => `${time.toFixed(2)}s`;

/** The parts of a line, each with its look: a terminal's colours, bold and dim. */
export function readStyles(line) {
  const parts = [];
  let style = {};
  let at = 0;
  for (const match of line.matchAll(/\u001B\[([\d;]*)m/g)) {
    if (match.index > at) parts.push({ text: line.slice(at, match.index), style });
    at = match.index + match[0].length;
    for (const code of (match[1] || '0').split(';').map(Number)) style = styleAfter(style, code);
  }
  if (at < line.length) parts.push({ text: line.slice(at), style });
  return parts;
}

function styleAfter(style, code) {
  if (code === 0) return {};
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, colour: undefined };
  return code in colours ? { ...style, colour: colours[code] } : style;
}

/** Wraps a line at the width of the screen, as a terminal does. */
export function wrapped(line) {
  const lines = [[]];
  let left = columns;
  for (const { text, style } of readStyles(line))
    for (let rest = [...text]; rest.length > 0;) {
      if (left === 0) {
        lines.push([]);
        left = columns;
      }
      const piece = rest.slice(0, left);
      lines.at(-1).push({ text: piece.join(''), style });
      left -= piece.length;
      rest = rest.slice(piece.length);
    }
  return lines;
}

/** The rows of the whole session, each with the time at which it appears, and how long typing takes. */
function rowsOf(steps) {
  const all = [];
  let now = 0.6;
  for (const { command, printed } of steps) {
    for (const [index, text] of command.split('\n').entries()) {
      const line = `${index === 0 ? '$' : '>'} ${text}`;
      const typing = [...text].length * times.key;
      all.push({ parts: [{ text: line, style: { bold: true } }], at: now, typed: { text: line, typing } });
      now += typing + times.beforeEnter;
    }
    now += times.output;
    for (const line of printed.flatMap(wrapped)) {
      all.push({ parts: line, at: now });
      now += times.line;
    }
    now += times.read;
  }
  return { all, end: now + times.end };
}

function spanOf({ text, style }) {
  const given = [
    style.colour === undefined ? '' : ` fill="${style.colour}"`,
    style.bold ? ' font-weight="700"' : '',
    style.dim ? ' opacity=".65"' : '',
  ].join('');
  return given === '' ? escaped(text) : `<tspan${given}>${escaped(text)}</tspan>`;
}

/** A row, and the rules that make it appear. A curtain covers a typed row and moves aside character by character. */
function drawRow({ parts, at, typed }, index, end) {
  const y = margin + lineHeight * (index + 1) - 5;
  const percent = (time) => `${((time / end) * 100).toFixed(3)}%`;
  const width = typed === undefined ? 0 : [...typed.text].length * charWidth;
  const fixed = typed === undefined ? '' : ` textLength="${width.toFixed(1)}"`;
  const text = `<text class="r${index}" x="${margin}" y="${y}"${fixed}>${parts.map(spanOf).join('')}</text>`;
  const rules = [
    `@keyframes r${index}{0%{opacity:0}${percent(at)},100%{opacity:1}}`,
    `.r${index}{animation:r${index} ${seconds(end)} step-end infinite}`,
  ];
  if (typed === undefined) return { text, rules };
  const [count, from] = [Math.max(1, [...typed.text].length - 2), margin + 2 * charWidth];
  const whole = (width - 2 * charWidth).toFixed(1);
  rules.push(
    `@keyframes c${index}{0%,${percent(at)}{opacity:1;transform:none;animation-timing-function:steps(${count})}` +
      `${percent(at + typed.typing)}{opacity:1;transform:translateX(${whole}px);animation-timing-function:step-end}` +
      `${percent(at + typed.typing + 0.01)},100%{opacity:0;transform:translateX(${whole}px)}}`,
    `.c${index}{animation:c${index} ${seconds(end)} infinite}`,
  );
  const curtain = `<rect class="c${index}" opacity="0" x="${from.toFixed(1)}" y="${y - 14}" width="${whole}" height="${lineHeight}" fill="#111827"/>`;
  return { text: text + curtain, rules };
}

/** The rule that moves the rows up when the screen is full. */
function scrolling(all, end) {
  const steps = all.flatMap(({ at }, index) =>
    index < rows
      ? []
      : [`${((at / end) * 100).toFixed(3)}%{transform:translateY(-${(index - rows + 1) * lineHeight}px)}`],
  );
  const last = Math.max(0, all.length - rows) * lineHeight;
  return (
    `@keyframes s{0%{transform:none}${steps.join('')}100%{transform:translateY(-${last}px)}}` +
    `.s{animation:s ${seconds(end)} step-end infinite}`
  );
}

/** The animated picture of a session: commands, each with its output. People who prefer no motion see the first screen. */
export function drawSession(steps, { title }) {
  const { all, end } = rowsOf(steps);
  const drawn = all.map((row, index) => drawRow(row, index, end));
  const [width, height] = [columns * charWidth + 2 * margin, rows * lineHeight + 2 * margin];
  const style = [
    'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#e5e7eb;white-space:pre}',
    scrolling(all, end),
    ...drawn.flatMap(({ rules }) => rules),
    '@media (prefers-reduced-motion:reduce){*{animation:none!important}}',
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>
${style.join('\n')}
</style>
<defs><clipPath id="screen"><rect x="0" y="${margin}" width="${width}" height="${height - 2 * margin}"/></clipPath></defs>
<rect width="${width}" height="${height}" rx="8" fill="#111827"/>
<g clip-path="url(#screen)"><g class="s">
${drawn.map(({ text }) => text).join('\n')}
</g></g>
</svg>
`;
}
