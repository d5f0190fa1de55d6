/** The words of the page that is shown for a page that was not kept, in the languages of the interface. */
export interface OfflineTexts {
  readonly title: string;
  readonly text: string;
}

const english: OfflineTexts = {
  title: 'You are offline',
  text: 'This page was not kept for reading without a network. These were:',
};

const tables: Readonly<Record<string, OfflineTexts>> = {
  de: {
    title: 'Sie sind offline',
    text: 'Diese Seite wurde nicht für das Lesen ohne Netz aufbewahrt. Diese schon:',
  },
  fr: {
    title: 'Vous êtes hors ligne',
    text: 'Cette page n’a pas été conservée pour la lecture hors ligne. Celles-ci l’ont été :',
  },
  es: {
    title: 'Sin conexión',
    text: 'Esta página no se guardó para leerla sin conexión. Estas sí:',
  },
  it: {
    title: 'Sei offline',
    text: 'Questa pagina non è stata conservata per la lettura offline. Queste sì:',
  },
  nl: {
    title: 'Je bent offline',
    text: 'Deze pagina is niet bewaard om offline te lezen. Deze wel:',
  },
  no: {
    title: 'Du er frakoblet',
    text: 'Denne siden er ikke lagret for lesing uten nett. Disse er det:',
  },
  'pt-br': {
    title: 'Você está offline',
    text: 'Esta página não foi guardada para leitura offline. Estas foram:',
  },
  ja: {
    title: 'オフラインです',
    text: 'このページはオフライン用に保存されていません。保存されているページ:',
  },
  zh: { title: '您已离线', text: '此页面未保存供离线阅读。已保存的页面：' },
  ko: {
    title: '오프라인 상태입니다',
    text: '이 페이지는 오프라인용으로 저장되지 않았습니다. 저장된 페이지:',
  },
  ru: {
    title: 'Нет сети',
    text: 'Эта страница не сохранена для чтения без сети. Сохранены эти:',
  },
  pl: {
    title: 'Brak połączenia',
    text: 'Tej strony nie zachowano do czytania bez sieci. Zachowano te:',
  },
};

/** The words for a language of the interface; English for one that has none. */
export function offlineTexts(language: string): OfflineTexts {
  return (Object.hasOwn(tables, language) ? tables[language] : undefined) ?? english;
}
