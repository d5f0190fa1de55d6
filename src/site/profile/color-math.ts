/** A colour in OKLCH: lightness 0 to 1, chroma from 0, hue in degrees. Equal steps in OKLCH look even to the eye. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Reads `#rgb` or `#rrggbb`; undefined for anything else. */
export function parseHex(hex: string | undefined): Oklch | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex?.trim() ?? '')?.[1];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) =>
    linear(Number.parseInt(full.slice(at, at + 2), 16) / 255),
  );
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { lightness, chroma: Math.hypot(a, bb), hue: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 };
}

/** Prints a colour as `#rrggbb`; a colour that screens cannot show loses chroma until they can. */
export function printHex(color: Oklch): string {
  let { chroma } = color;
  for (let tries = 0; tries < 40; tries += 1) {
    const rgb = toRgb({ ...color, chroma });
    if (rgb.every((channel) => channel >= -0.001 && channel <= 1.001)) return hexOf(rgb);
    chroma *= 0.92;
  }
  return hexOf(toRgb({ ...color, chroma: 0 }));
}

/** The relative luminance, as WCAG defines it. */
function luminance(color: Oklch): number {
  // Of the colour as it is printed, because readers see that one.
  const printed = Number.parseInt(printHex(color).slice(1), 16);
  const [r, g, b] = [printed >> 16, printed >> 8, printed].map((each) => linear((each & 255) / 255)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, as WCAG defines it: 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  return contrastOf(luminance(one), luminance(other));
}

function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Makes a colour lighter or darker until its contrast with `background` is `wanted`. */
export function withContrast(color: Oklch, background: Oklch, wanted: number): Oklch {
  const behind = luminance(background);
  const step = behind > 0.4 ? -0.01 : 0.01;
  let current = color;
  for (let tries = 0; tries < 100 && contrastOf(luminance(current), behind) < wanted; tries += 1)
    current = { ...current, lightness: Math.min(1, Math.max(0, current.lightness + step)) };
  return current;
}

function toRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function gamma(channel: number): number {
  return channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
}

function hexOf(rgb: readonly number[]): string {
  return `#${rgb
    .map((channel) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
