import { group, pageQuery } from '../operation.ts';
import { createTranslation, updateTranslation } from '../resources/translation.ts';
import type { TranslationSettings } from '../resources/translation.ts';
import { closed, listOf, ref } from '../shapes.ts';

const translations = group('Translations');
const Settings = ref<TranslationSettings>('TranslationSettings');
const collection = '/v1/orgs/{organizationId}/translations';
const one = '/v1/orgs/{organizationId}/translations/{translationSettingsId}';
const read = { on: 'organization', right: 'view' } as const;
const write = { on: 'organization', right: 'createContent' } as const;

export const translationOperations = {
  listTranslations: translations.list(collection, {
    summary: 'List the translation settings',
    access: read,
    query: closed(pageQuery),
    result: listOf(Settings),
  }),
  createTranslation: translations.post(collection, {
    summary: 'Create translation settings',
    done: 'made translation settings',
    access: write,
    body: createTranslation,
    status: 201,
    result: Settings,
  }),
  getTranslation: translations.get(one, {
    summary: 'Get translation settings',
    access: read,
    result: Settings,
  }),
  updateTranslation: translations.put(one, {
    summary: 'Update translation settings',
    done: 'changed translation settings',
    access: write,
    body: updateTranslation,
    result: Settings,
  }),
  deleteTranslation: translations.delete(one, {
    summary: 'Delete translation settings',
    done: 'deleted translation settings',
    access: write,
  }),
};
