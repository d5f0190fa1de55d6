const names = ['default', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink', 'gray', 'brown'];
const semantic = ['primary', 'tint', 'info', 'success', 'warning', 'danger'];

/** Hues of the named colours, for hex values that writers paste in. */
const hues: readonly (readonly [string, number])[] = [
  ['red', 0],
  ['orange', 30],
  ['yellow', 52],
  ['green', 125],
  ['blue', 215],
  ['purple', 270],
  ['pink', 325],
  ['red', 360],
];

/**
 * The classes for a `style` such as `color:$info;background-color:purple;`. Only colours are read. A hex or rgb value becomes
 * the nearest named colour, so that text stays readable in both themes.
 */
export function colorClasses(style: string | undefined): string[] {
  if (style === undefined) return [];
  const classes: string[] = [];
  for (const declaration of style.split(';').slice(0, 10)) {
    const [property = '', value = ''] = declaration.split(':').map((part) => part.trim().toLowerCase());
    const prefix =
      property === 'color' ? 'fg' : property === 'background-color' || property === 'background' ? 'bg' : '';
    const name = prefix === '' ? undefined : colorName(value);
    if (name !== undefined) classes.push(`${prefix}-${name}`);
  }
  return classes;
}

/** The class for a background in a named colour, for choices in tables. */
export function backgroundClass(color: string): string | undefined {
  const name = colorName(color.toLowerCase());
  return name === undefined ? undefined : `bg-${name}`;
}

function colorName(value: string): string | undefined {
  const plain = value
    .replace(/^\$/, '')
    .replace(/^(?:light|dark)/, '')
    .replace('grey', 'gray');
  if (semantic.includes(plain) && value.startsWith('$')) return plain;
  if (names.includes(plain)) return plain;
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1];
  if (hex === undefined) return undefined;
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  return nearestColorName(
    Number.parseInt(full.slice(0, 2), 16),
    Number.parseInt(full.slice(2, 4), 16),
    Number.parseInt(full.slice(4, 6), 16),
  );
}

function nearestColorName(red: number, green: number, blue: number): string {
  const high = Math.max(red, green, blue);
  const low = Math.min(red, green, blue);
  if (high - low < 24) return 'gray';
  const part = high - low;
  const sixth =
    high === red
      ? ((green - blue) / part + 6) % 6
      : high === green
        ? (blue - red) / part + 2
        : (red - green) / part + 4;
  const hue = sixth * 60;
  let best = 'gray';
  let distance = Infinity;
  for (const [name, at] of hues)
    if (Math.abs(at - hue) < distance) {
      best = name;
      distance = Math.abs(at - hue);
    }
  return best;
}
