// The last step of the GitHub Action in action.yml: keeps one comment with the newest report on a pull request. Runs on a
// bare Node. Environment: GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_TOKEN as GitHub gives them, PULL_REQUEST (its number),
// REPORT (a markdown file that fits a comment).
import { readFileSync } from 'node:fs';

/** An invisible mark that identifies our comment. */
const mark = '<!-- tidemark-links -->';

const {
  GITHUB_API_URL: api = 'https://api.github.com',
  GITHUB_REPOSITORY: repository,
  GITHUB_TOKEN: token,
  PULL_REQUEST: number,
  REPORT: report,
} = process.env;

/** Returns the answer's JSON, or null if GitHub does not allow the request for this token. */
async function ask(method, path, body) {
  const answer = await fetch(`${api}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status === 403 || answer.status === 404) return null;
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${method} ${path}`);
  return answer.json();
}

/** Our comment of an earlier run, on any page of the list. */
async function earlierComment() {
  for (let page = 1; ; page += 1) {
    const comments = await ask(
      'GET',
      `/repos/${repository}/issues/${number}/comments?per_page=100&page=${page}`,
    );
    if (comments === null) return null;
    const ours = comments.find(({ body }) => body?.startsWith(mark));
    if (ours || comments.length < 100) return ours ?? null;
  }
}

async function writeComment() {
  // The report leaves room for the mark within GitHub's limit.
  const body = `${mark}\n${readFileSync(report, 'utf8')}`;
  const earlier = await earlierComment();
  return earlier
    ? ask('PATCH', `/repos/${repository}/issues/comments/${earlier.id}`, { body })
    : ask('POST', `/repos/${repository}/issues/${number}/comments`, { body });
}

if ((await writeComment()) === null) {
  console.log(
    '::notice title=Links::GitHub does not let this run write a comment (a pull request from a fork, or the permission pull-requests: write is missing). The summary of the job holds the report.',
  );
}
