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

const printableWithoutSpace = /^[^\s\p{Cc}\p{Cs}]+$/u;

/**
 * The interface's emoji come as the characters themselves, as code points in hexadecimal (`1f4d6`) and as names. All of these pass; an
 * empty text, and a text with blanks or control characters, does not.
 */
function isEmoji(value: string): boolean {
  return printableWithoutSpace.test(value);
}

const iconName = /^[A-Za-z0-9][A-Za-z0-9_:./-]*$/u;

const base64 = /^[A-Za-z0-9+/]*={0,2}$/u;

function isBase64(value: string): boolean {
  return value.length % 4 === 0 && base64.test(value);
}
