// Finds pages in the static index (src/site/search/build-index.ts). A search reads the few files that its words fall into, and the
// texts of the pages that it shows: a dozen files at most. `load` reads a file of the index by its name.
const tidemarkSearch = (load, reader) => {
  'use strict';
  const { space, language } = reader;
  const mostFiles = 12;
  const mostResults = 8;
  const mostBytes = 135000;
  // The rough size of a file of pages' texts.
  const usualTexts = 8500;

  // Cuts a text into words as the exporter does for the index: a name in code is a word with parts.
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
  const letters = Object.fromEntries(
    'ßss ẞSS æae ÆAe œoe ŒOe øo ØO đd ĐD ðd ÐD łl ŁL þth ÞTh ħh ĦH ıi'
      .split(' ')
      .map(([letter, ...usual]) => [letter, usual.join('')]),
  );
  const pieces = (text) => {
    const found = [];
    const plain = text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .normalize('NFC')
      .replace(/\P{ASCII}/gu, (letter) => letters[letter] ?? letter);
    for (const [written] of plain.matchAll(/[\p{L}\p{N}_]+/gu)) {
      const word = written
        .toLowerCase()
        .replace(/^_+(.)/, '$1')
        .replace(/(.)_+$/, '$1');
      const letters = [...word];
      if (wide.test(word) && letters.length > 1)
        for (let at = 0; at + 1 < letters.length; at += 1)
          found.push({ word: letters[at] + letters[at + 1], parts: [] });
      else {
        const parts = wide.test(word)
          ? []
          : written
              .replace(/(\p{Ll}|\p{N})(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1$3_$2$4')
              .toLowerCase()
              .split('_')
              .filter((part) => part.length > 1)
              .map((part) => part.slice(0, 40));
        const named = /_|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(written) && parts.length > 1;
        found.push({ word: word.slice(0, 40), parts: named ? parts : [] });
      }
    }
    return found;
  };
  const tokens = (text) => pieces(text).flatMap(({ word, parts }) => [word, ...parts]);

  // The part that all forms of a word share.
  const ending =
    /^(.{3,}?)(?:ations?|ators?|ings?|ments?|ness|ers?|ors?|ions?|e?ed|ies|es|ly|ees?|ez|[^s]s(?=$)|e|y)$/u;
  const cut = (word) => {
    const found = ending.exec(word);
    return found
      ? /[^s]s$/.test(word) && found[1].length === word.length - 2
        ? word.slice(0, -1)
        : found[1]
      : word;
  };
  const stem = (word) => cut(cut(word)).replace(/(.)\1$/, '$1');

  // How many letters are wrong, missing, extra or swapped. Of an unfinished word, `word` may be only the beginning.
  const errors = (word, other, open) => {
    let before = [];
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let a = 1; a <= word.length; a += 1) {
      const next = [a];
      for (let b = 1; b <= other.length; b += 1) {
        next[b] = Math.min(row[b] + 1, next[b - 1] + 1, row[b - 1] + (word[a - 1] === other[b - 1] ? 0 : 1));
        if (a > 1 && b > 1 && word[a - 1] === other[b - 2] && word[a - 2] === other[b - 1])
          next[b] = Math.min(next[b], before[b - 2] + 1);
      }
      before = row;
      row = next;
    }
    return open ? Math.min(...row) : row[other.length];
  };

  const numberOf = (word) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  };
  const partName = (first) =>
    first === ''
      ? 'w'
      : /^[a-z0-9_]+$/.test(first)
        ? `w-${first}`
        : `w-~${[...first].map((letter) => letter.codePointAt(0).toString(16)).join('-')}`;

  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const places = (text, each) => {
    let at = 0;
    const next = () => {
      let number = 0;
      for (let unit = 1; ; unit *= 32) {
        const value = alphabet.indexOf(text[at++]);
        number += (value % 32) * unit;
        if (value < 32) return number;
      }
    };
    for (let page = 0; at < text.length;) each((page += next()), next(), next());
  };

  const found = async (query) => {
    const used = new Set();
    let bytes = 0;
    const read = async (name) => {
      const isNew = !used.has(name);
      used.add(name);
      const file = await load(name);
      if (isNew && typeof file === 'string') bytes += file.length;
      else if (isNew)
        for (const [word, list] of Object.entries(file ?? {})) bytes += word.length + 6 + (list.length ?? 0);
      return file;
    };
    const index = await read('index');
    if (!index) return { results: [], words: [] };
    const firsts = index.firsts.split(' ');
    const stop = new Set(index.stop.split(' '));
    const partAt = (word) => {
      let low = 0;
      let high = firsts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (firsts[middle] <= word) low = middle + 1;
        else high = middle;
      }
      return Math.max(0, low - 1);
    };

    // The words of the index that a word of the query may mean, each with how well it fits.
    const wordsIn = async (from, to, most, fit) => {
      const numbers = [];
      for (let at = partAt(to); at >= partAt(from); at -= 1) numbers.push(at);
      // The file of the word itself comes first.
      const own = partAt(fit.word);
      numbers.sort((a, b) => Math.abs(a - own) - Math.abs(b - own));
      const terms = [];
      const parts = await Promise.all(numbers.slice(0, most).map((at) => read(partName(firsts[at]))));
      for (const part of parts)
        for (const [term, list] of Object.entries(part ?? {})) {
          const factor = fit.of(term);
          if (factor > 0) terms.push({ term, list, factor });
        }
      return terms;
    };
    const meant = async (word, open, most) => {
      const root = stem(word);
      const of = (term) =>
        term === word
          ? 1
          : stem(term) === root
            ? 0.85
            : (open || word.length > 3) && term.startsWith(word)
              ? open
                ? 0.6
                : 0.4
              : 0;
      return wordsIn(root < word ? root : word, `${word}\uffff`, most, { word, of });
    };
    const mistyped = async (word, open) => {
      if (word.length < 4) return [];
      for (const name of [
        `s-${numberOf(word.slice(0, 2)) % index.lists}`,
        `e-${numberOf(word.slice(-2)) % index.lists}`,
      ]) {
        let before = '';
        const near = [];
        for (const part of ((await read(name)) ?? '').split(' ')) {
          if (part === '') continue;
          before = before.slice(0, parseInt(part[0], 36)) + part.slice(1);
          const term = before.slice(0, -1);
          if (term.length < word.length - 2 || (!open && term.length > word.length + 2)) continue;
          const wrong = Math.min(errors(word, term, false), open ? errors(word, term, true) + 0.5 : 9);
          if (wrong < 2 || (wrong === 2 && word.length > 7))
            near.push({ term, rank: wrong * 10 - Number(before.slice(-1)) });
        }
        if (near.length === 0) continue;
        near.sort((a, b) => a.rank - b.rank);
        // People seldom mean more than the nearest words.
        const best = near.filter(({ rank }) => rank < near[0].rank + 10).slice(0, 3);
        const lists = await Promise.all(
          best.map(async ({ term }, at) => {
            const name = partName(firsts[partAt(term)]);
            if (at > 0 && !used.has(name) && used.size > 5) return null;
            return (await read(name))?.[term];
          }),
        );
        return best.flatMap(({ term }, at) =>
          lists[at] ? [{ term, list: lists[at], factor: at ? 0.6 : 0.7 }] : [],
        );
      }
      return [];
    };

    const asked = pieces(query);
    const distinct = new Set(tokens(query)).size;
    const telling = asked.filter(({ word }) => !stop.has(word));
    const wanted = [
      ...new Map((telling.length > 0 ? telling : asked).map((each) => [each.word, each])).values(),
    ].slice(0, 6);
    const last = /[\p{L}\p{N}_]$/u.test(query) ? asked.at(-1)?.word : undefined;
    const most = wanted.length > 2 ? 1 : 2;
    const groups = [];
    const look = async ({ word, parts }) => {
      const open = word === last;
      const terms = await meant(word, open, most);
      if (terms.length > 0) groups.push({ word, terms });
      else if (parts.length > 0) for (const part of parts) await look({ word: part, parts: [] });
      else {
        const near = await mistyped(word, open);
        if (near.length > 0) groups.push({ word, terms: near });
      }
    };
    await Promise.all(wanted.map(look));

    const pages = new Map();
    let whole = 0;
    for (const { terms } of groups) {
      const hits = new Map();
      const sure = new Set();
      for (const { list, factor } of terms)
        places(list, (page, score, section) => {
          if (factor > 0.6) sure.add(page);
          const size = score < 32 ? 0 : 32 - (score >> 5);
          const worth = factor * ((score & 31) + (size > 0 ? 24 + 36 / size : 0));
          const hit = hits.get(page);
          if (!hit || hit.worth < worth) hits.set(page, { worth, size, section, exact: factor === 1 });
        });
      const rarity = Math.log(1 + index.pages / (sure.size || hits.size || 1));
      whole += rarity;
      for (const [number, { worth, size, section, exact }] of hits) {
        let page = pages.get(number);
        if (!page)
          pages.set(
            number,
            (page = { number, sum: 0, rarity: 0, titled: 0, exact: 0, size: 0, votes: new Map() }),
          );
        page.sum += rarity * worth;
        page.rarity += rarity;
        if (size > 0) {
          page.titled += 1;
          page.size = size;
          if (exact) page.exact += 1;
        }
        const vote = size > 0 ? 0 : section;
        page.votes.set(vote, (page.votes.get(vote) ?? 0) + rarity * (size > 0 ? 3 : 1));
      }
    }
    const runOf = (number) => index.spaces.findLast(([first]) => first <= number) ?? [];
    for (const page of pages.values()) {
      const [, itsSpace, itsLanguage] = runOf(page.number);
      const covered = page.rarity / whole;
      // A title that says exactly the question, with or without its small words.
      const titled = page.titled === groups.length && (page.size === distinct || page.size === groups.length);
      const inside = page.titled === groups.length || (page.size > 0 && page.titled === page.size);
      page.whole = titled;
      page.score =
        page.sum *
        covered ** 2 *
        (titled ? (page.exact === groups.length ? 4 : 2) : inside ? 1.4 : 1) *
        (itsLanguage === language ? 8 : 1) *
        (itsSpace === space ? 1.5 : 1);
    }
    const ranked = [...pages.values()].sort((a, b) => b.score - a.score || a.number - b.number);
    const chunks = new Set();
    const shown = [];
    for (const page of ranked.slice(0, mostResults)) {
      chunks.add(page.number >> 1);
      if (
        shown.length >= 3 &&
        (used.size + chunks.size > mostFiles || bytes + chunks.size * usualTexts > mostBytes)
      )
        break;
      shown.push(page);
    }
    const words = groups.flatMap(({ word, terms }) => [
      word,
      ...terms.filter(({ factor }) => factor > 0.6).map(({ term }) => term),
    ]);
    const results = await Promise.all(
      shown.map(async (hit) => {
        const page = (await load(`p-${hit.number >> 1}`))?.[hit.number & 1];
        return page && { page, section: sectionOf(page, hit, groups) };
      }),
    );
    return { results: results.filter(Boolean), words: [...new Set(words)] };
  };

  // The part of a page that has most of the words.
  const sectionOf = (page, { votes, whole }, groups) => {
    if (whole) return page.s[0];
    let best = page.s[0];
    let most = 0;
    for (const [at, section] of page.s.entries()) {
      const heading = at > 0 ? section.t.toLowerCase() : '';
      const text = section.x.toLowerCase();
      let worth = votes.get(at) ?? 0;
      for (const { terms } of groups) {
        if (terms.some(({ term }) => heading.includes(term))) worth += 3;
        else if (terms.some(({ term }) => text.includes(term))) worth += 1;
      }
      if (worth > most) {
        most = worth;
        best = section;
      }
    }
    return best;
  };

  return { found, tokens, wide };
};
