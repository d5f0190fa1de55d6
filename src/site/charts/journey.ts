import { textAfterKeyword, type Line } from './lines.ts';
import { rowColor, Sheet, widthOf, type Chart } from './sheet.ts';

interface Step {
  readonly section: string;
  readonly name: string;
  readonly score: number;
  readonly people: string;
}

const rowHeight = 30;
const mostScore = 5;

/** `journey`: steps, each with a score from one to five and the people who take the step. */
export function drawJourney([first, ...lines]: readonly Line[]): Chart {
  let title = '';
  let section = '';
  const steps: Step[] = [];
  for (const line of lines) {
    const named = textAfterKeyword('title', line);
    const opened = textAfterKeyword('section', line);
    const step = /^([^:]+?)\s*:\s*(\d)\s*(?::\s*(.*))?$/.exec(line.text);
    if (named !== undefined) title = named;
    else if (opened !== undefined) section = opened;
    else if (step)
      steps.push({ section, name: step[1] ?? '', score: Number(step[2]), people: (step[3] ?? '').trim() });
    else return { unread: line.text };
  }
  if (steps.length === 0) return { unread: first?.text ?? '' };
  const sheet = new Sheet();
  const scoresAt = Math.max(...steps.map(({ name }) => widthOf(name)), 80) + 24;
  let y = 0;
  for (const [at, step] of steps.entries()) {
    if (step.section !== '' && step.section !== steps[at - 1]?.section) {
      sheet.text(step.section, 0, y + 14, { bold: true });
      y += rowHeight;
    }
    sheet.text(step.name, 8, y + 14);
    for (let point = 1; point <= mostScore; point += 1)
      sheet.shape('circle', {
        cx: scoresAt + point * 20,
        cy: y + 14,
        r: 7,
        fill: point <= step.score ? rowColor(step.score < 3 ? 1 : 2) : 'var(--_inner-stroke)',
      });
    sheet.text(`${step.score}`, scoresAt + (mostScore + 1) * 20, y + 14, { bold: true });
    if (step.people !== '') sheet.text(step.people, scoresAt + (mostScore + 2) * 20, y + 14, { soft: true });
    y += rowHeight;
  }
  return sheet.print(title);
}
