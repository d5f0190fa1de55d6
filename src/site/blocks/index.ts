import type { BlockRenderer } from './block.ts';
import { renderCode } from './code.ts';
import { renderColumns } from './columns.ts';
import { renderContentRef, renderPageRef } from './content-ref.ts';
import { renderEmbed } from './embed.ts';
import { renderFile } from './file.ts';
import { renderHint } from './hint.ts';
import { renderIntegration } from './integration.ts';
import {
  parametersIn,
  renderAnswer,
  renderAnswers,
  renderExample,
  renderParameter,
  renderSummary,
} from './old-operation.ts';
import { renderApiMethod, renderOpenApi, renderSchemas, renderSwagger, renderWebhook } from './openapi.ts';
import { renderPrompt } from './prompt.ts';
import { renderStepper } from './stepper.ts';
import { renderCodeTab, renderCodeTabs, renderTabs } from './tabs.ts';
import { renderUpdates } from './updates.ts';

/** Every block of the on-disk format by the name of its tag, old forms included. */
const known: Readonly<Record<string, BlockRenderer>> = {
  code: renderCode,
  'code-tabs': renderCodeTabs,
  'code-tabs-item': renderCodeTab,
  column: (_, { body }) => body(),
  columns: renderColumns,
  'content-ref': renderContentRef,
  embed: renderEmbed,
  file: renderFile,
  hint: renderHint,
  openapi: renderSwagger,
  'api-method': renderApiMethod,
  'api-method-body-parameters': parametersIn('body'),
  'api-method-cookie-parameters': parametersIn('cookie'),
  'api-method-form-data-parameters': parametersIn('form data'),
  'api-method-headers': parametersIn('header'),
  'api-method-path-parameters': parametersIn('path'),
  'api-method-query-parameters': parametersIn('query'),
  'api-method-response': renderAnswers,
  'api-method-response-example': renderExample,
  'api-method-parameter': renderParameter,
  'api-method-summary': renderSummary,
  'openapi-operation': renderOpenApi,
  'openapi-schemas': renderSchemas,
  'openapi-webhook': renderWebhook,
  'page-ref': renderPageRef,
  prompt: renderPrompt,
  step: (_, { body }) => body(),
  stepper: renderStepper,
  swagger: renderSwagger,
  'swagger-parameter': renderParameter,
  'swagger-response': renderAnswer,
  tab: (_, { body }) => body(),
  tabs: renderTabs,
  updates: renderUpdates,
  // Old forms that only group their content, and tags whose text is for editors.
  'api-method-description': (_, { body }) => body(),
  'api-method-request': (_, { body }) => body(),
  'api-method-spec': (_, { body }) => body(),
  'swagger-description': (_, { body }) => body(),
  raw: (_, { body }) => body(),
  youtube: renderEmbed,
  video: renderEmbed,
};

/** The renderer for a tag's name; undefined for an unknown block. */
export function blockRenderer(name: string): BlockRenderer | undefined {
  if (name.startsWith('@')) return renderIntegration;
  return Object.hasOwn(known, name) ? known[name] : undefined;
}

/** The names of all blocks, for documentation and tests. */
export const blockNames: readonly string[] = Object.keys(known);
