import { AppError } from '../../base/index.ts';
import { placedOf, changeRequestRoot } from '../content/reading.ts';
import type { Handlers } from '../handler.ts';

export const pdfHandlers = {
  getChangeRequestPDF: (ctx, { params, query }) => {
    const root = changeRequestRoot(ctx, params);
    if (query.page !== undefined) placedOf(ctx, root.revision, query.page);
    throw new AppError('NOT_AVAILABLE', 'This service prints no PDF: it has no browser to print with.', {
      hint: 'Export the site and print its pages instead.',
    });
  },
} satisfies Partial<Handlers>;
