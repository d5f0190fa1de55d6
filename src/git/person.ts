import { withoutControls } from '../base/index.ts';
import type { Person } from './port.ts';

/** Prints a person as a commit header does: `Name <mail> seconds +0000`. */
export function personText({ name, email, at, offsetMinutes = 0 }: Person): string {
  return `${cleanName(name)} <${cleanEmail(email)}> ${Math.max(0, Math.floor(at / 1000))} ${offsetText(offsetMinutes)}`;
}

/** Reads a person from a commit header. It is tolerant, because old tools wrote many forms: without a date the time is 0. */
export function readPerson(text: string): Required<Person> {
  const found = /^(.*?)\s*<([^>]*)>(?:\s+(-?\d+)\s+([+-])(\d\d)(\d\d))?/u.exec(text);
  if (!found) return { name: text.trim(), email: '', at: 0, offsetMinutes: 0 };
  const [, name = '', email = '', seconds = '0', sign = '+', hours = '0', minutes = '0'] = found;
  const offset = Number(hours) * 60 + Number(minutes);
  return {
    name,
    email,
    at: Number(seconds) * 1000,
    offsetMinutes: sign === '-' && offset > 0 ? -offset : offset,
  };
}

const refused = /[\u0000-\u001f\u007f<>]/gu;
/** Git calls these characters crud, and cuts them from both ends. */
const crud = /^[\s.,:;"\\']+|[\s.,:;"\\']+$/gu;

/** A name in the form that git accepts; "Unknown" when nothing is left of it, because git refuses an empty name. */
function cleanName(name: string): string {
  const clean = withoutControls(wellFormed(name))
    .replace(refused, ' ')
    .replace(/\s+/gu, ' ')
    .replace(crud, '');
  return clean === '' ? 'Unknown' : clean;
}

function cleanEmail(email: string): string {
  return withoutControls(wellFormed(email)).replace(refused, '').replace(/\s+/gu, '').replace(crud, '');
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function offsetText(minutes: number): string {
  const size = Math.min(Math.abs(Math.trunc(minutes)), 14 * 60);
  const digits = `${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`;
  return `${minutes < 0 ? '-' : '+'}${digits}`;
}
