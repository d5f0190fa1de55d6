/**
 * The formats that schemas name. Each check takes time that is linear in its input, and none depends on a regular expression that could
 * take longer.
 */
export const formats: Readonly<Record<string, (value: string) => boolean>> = {
  'date-time': isDateTime,
  uri: isUri,
  email: isEmail,
  emoji: isEmoji,
  icon: (value) => iconName.test(value),
  byte: isBase64,
};

const timestamp =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):(\d{2}))$/;

function isDateTime(value: string): boolean {
  const match = timestamp.exec(value);
  if (!match) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= days &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 60 &&
    zoneHour <= 23 &&
    zoneMinute <= 59
  );
}

const uriShape = /^[a-z][a-z0-9+.-]*:[^\s<>"\\^`{|}]+$/iu;

/** An absolute address that the URL standard reads, without the characters that no URI may hold. */
function isUri(value: string): boolean {
  return uriShape.test(value) && URL.canParse(value);
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;
const localPart = /^[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}$/u;

function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  if (at < 1) return false;
  const labels = value.slice(at + 1).split('.');
  return localPart.test(value.slice(0, at)) && labels.length > 1 && labels.every((part) => label.test(part));
}

/** Emoji with what may stand between and behind them: keys, tones of skin, flags, joiners and selectors. */
const emojiCharacters =
  /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|[0-9#*]\ufe0f?\u20e3|[\u200d\ufe0f\u{e0020}-\u{e007f}])+$/u;
const codePoints = /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/iu;
const emojiName = /^:[a-z0-9_+-]+:$/u;

/**
 * The interface's emoji come as the characters themselves, as their code points in hexadecimal (`1f4d6`, `1f1ea-1f1fa`), which is the
 * hosted service's form, and as names (`:whale:`).
 */
function isEmoji(value: string): boolean {
  if (emojiName.test(value)) return true;
  if (!codePoints.test(value)) return emojiCharacters.test(value);
  const points = value.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff) && emojiCharacters.test(String.fromCodePoint(...points));
}

const iconName = /^[A-Za-z0-9][A-Za-z0-9_:./-]*$/u;

const base64 = /^[A-Za-z0-9+/]*={0,2}$/u;

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && base64.test(value);
}
