import { contrast, parseHex, printHex, withContrast, type Oklch } from './color-math.ts';
import type { Customization, ThemedColor } from './profile.ts';

const defaults = {
  primary: { light: '#0f62a8', dark: '#7cb8f0' },
  info: { light: '#787878', dark: '#a0a0a0' },
  success: { light: '#00834f', dark: '#3ccb8c' },
  warning: { light: '#a15c00', dark: '#f0b04f' },
  danger: { light: '#c02626', dark: '#ff8585' },
} as const;

const corners: Readonly<Record<string, readonly [string, string, string]>> = {
  straight: ['0', '0', '0'],
  rounded: ['4px', '8px', '12px'],
  circular: ['8px', '16px', '24px'],
};

const systemFont =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif, "Apple Color Emoji", "Noto Color Emoji"';
const serifFont = 'ui-serif, Georgia, Cambria, "Noto Serif", "Liberation Serif", serif';
const monospaceFont =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "Noto Sans Mono", "Liberation Mono", monospace';

/** The names of the service's fonts on readers' machines. */
const fontNames: Readonly<Record<string, string>> = {
  ABCFavorit: '"ABC Favorit"',
  DMMono: '"DM Mono"',
  FiraCode: '"Fira Code"',
  FiraSans: '"Fira Sans"',
  IBMPlexMono: '"IBM Plex Mono"',
  IBMPlexSerif: '"IBM Plex Serif"',
  JetBrainsMono: '"JetBrains Mono"',
  NotoSans: '"Noto Sans"',
  OpenSans: '"Open Sans"',
  RobotoMono: '"Roboto Mono"',
  RobotoSlab: '"Roboto Slab"',
  SourceCodePro: '"Source Code Pro"',
  SourceSansPro: '"Source Sans Pro", "Source Sans 3"',
  SpaceMono: '"Space Mono"',
};

/**
 * The profile's look as a style sheet of variables. The lightness of colours is changed until text has enough contrast with its
 * background (4.5 to 1), in light and in dark.
 */
export function themeCss(customization: Customization): string {
  const styling = customization.styling ?? {};
  const primary = themed(styling.primaryColor, defaults.primary);
  const tint = styling.tint === undefined ? undefined : themed(styling.tint.color, defaults.primary);
  const variables: string[] = [];
  const set = (name: string, light: Oklch, dark: Oklch): void => {
    variables.push(`  --${name}: light-dark(${printHex(light)}, ${printHex(dark)});`);
  };
  const muted = styling.theme === 'muted' || styling.theme === 'gradient';
  const grounds = groundsOf(tint ?? primary, tint !== undefined || muted);
  set('ground', grounds.page.light, grounds.page.dark);
  set('ground-soft', grounds.soft.light, grounds.soft.dark);
  set('ground-raised', grounds.raised.light, grounds.raised.dark);
  set('line', grounds.line.light, grounds.line.dark);
  set('line-strong', grounds.lineStrong.light, grounds.lineStrong.dark);
  set('text', grounds.text.light, grounds.text.dark);
  set('text-soft', grounds.textSoft.light, grounds.textSoft.dark);
  const accents = {
    primary,
    info: themed(styling.infoColor, defaults.info),
    success: themed(styling.successColor, defaults.success),
    warning: themed(styling.warningColor, defaults.warning),
    danger: themed(styling.dangerColor, defaults.danger),
  };
  for (const [name, { light, dark }] of Object.entries(accents)) {
    const softLight: Oklch = { lightness: 0.965, chroma: Math.min(light.chroma, 0.03), hue: light.hue };
    const softDark: Oklch = { lightness: 0.26, chroma: Math.min(dark.chroma, 0.04), hue: dark.hue };
    set(name, withContrast(light, softLight, 4.6), withContrast(dark, softDark, 4.6));
    set(`${name}-soft`, softLight, softDark);
    set(
      `${name}-line`,
      { ...softLight, lightness: 0.88, chroma: Math.min(light.chroma, 0.07) },
      { ...softDark, lightness: 0.4, chroma: Math.min(dark.chroma, 0.08) },
    );
    const solidLight = withContrast(light, white, 3);
    set(`${name}-solid`, solidLight, dark);
    set(`on-${name}`, readableOn(solidLight), readableOn(dark));
  }
  headerColors(customization, set, { primary, grounds });
  const [small, medium, large] = corners[styling.corners ?? 'rounded'] ?? (['4px', '8px', '12px'] as const);
  variables.push(`  --corner-s: ${small};`, `  --corner-m: ${medium};`, `  --corner-l: ${large};`);
  variables.push(
    `  --font: ${fontStack(styling.font, false)};`,
    `  --font-code: ${fontStack(styling.monospaceFont, true)};`,
  );
  if (styling.depth === 'flat') variables.push('  --shadow: none;');
  return `:root {\n${variables.join('\n')}\n}\n`;
}

const white: Oklch = { lightness: 1, chroma: 0, hue: 0 };
const black: Oklch = { lightness: 0.15, chroma: 0, hue: 0 };

interface Themed {
  readonly light: Oklch;
  readonly dark: Oklch;
}

type Grounds = Readonly<
  Record<'page' | 'soft' | 'raised' | 'line' | 'lineStrong' | 'text' | 'textSoft', Themed>
>;

function groundsOf(tint: Themed, tinted: boolean): Grounds {
  const light = (lightness: number, chroma: number): Oklch => ({
    lightness,
    chroma: tinted ? chroma : chroma / 6,
    hue: tint.light.hue,
  });
  const dark = (lightness: number, chroma: number): Oklch => ({
    lightness,
    chroma: tinted ? chroma : chroma / 4,
    hue: tint.dark.hue,
  });
  return {
    page: { light: tinted ? light(0.992, 0.006) : white, dark: dark(0.17, 0.018) },
    soft: { light: light(0.972, 0.01), dark: dark(0.21, 0.02) },
    raised: { light: white, dark: dark(0.23, 0.02) },
    line: { light: light(0.915, 0.012), dark: dark(0.3, 0.02) },
    lineStrong: { light: light(0.62, 0.02), dark: dark(0.6, 0.02) },
    text: { light: light(0.22, 0.02), dark: dark(0.94, 0.008) },
    textSoft: { light: light(0.44, 0.02), dark: dark(0.75, 0.012) },
  };
}

function headerColors(
  customization: Customization,
  set: (name: string, light: Oklch, dark: Oklch) => void,
  { primary, grounds }: { primary: Themed; grounds: Grounds },
): void {
  const { preset = 'default', backgroundColor, linkColor } = customization.header ?? {};
  const background =
    preset === 'bold'
      ? primary
      : preset === 'contrast'
        ? {
            light: { ...grounds.text.light, lightness: 0.2 },
            dark: { ...grounds.text.dark, lightness: 0.95 },
          }
        : preset === 'custom'
          ? themed(backgroundColor, { light: '#ffffff', dark: '#101014' })
          : grounds.page;
  const text = { light: readableOn(background.light), dark: readableOn(background.dark) };
  const link = preset === 'custom' && linkColor ? themed(linkColor, defaults.primary) : text;
  set('header', background.light, background.dark);
  set('on-header', text.light, text.dark);
  set(
    'header-link',
    withContrast(link.light, background.light, 4.5),
    withContrast(link.dark, background.dark, 4.5),
  );
}

function themed(color: ThemedColor | undefined, fallback: ThemedColor): Themed {
  return {
    light: parseHex(color?.light) ?? (parseHex(fallback.light) as Oklch),
    dark: parseHex(color?.dark) ?? (parseHex(fallback.dark) as Oklch),
  };
}

function readableOn(background: Oklch): Oklch {
  return contrast(white, background) >= 4.5 || contrast(white, background) >= contrast(black, background)
    ? white
    : black;
}

function fontStack(font: string | { readonly fontFamily?: string } | undefined, code: boolean): string {
  const fallback = code ? monospaceFont : systemFont;
  const name = typeof font === 'string' ? font : font?.fontFamily;
  if (name === undefined || name === '') return fallback;
  const family = fontNames[name] ?? (/^[\w -]{1,50}$/.test(name) ? `"${name}"` : undefined);
  if (family === undefined) return fallback;
  const serif = /Serif|Slab|Merriweather/.test(name) && !code;
  return `${family}, ${serif ? serifFont : fallback}`;
}
