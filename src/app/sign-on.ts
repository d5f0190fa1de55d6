/** The addresses of signing in through an organization's identity provider. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/index.ts';
import type { WebParts } from '../service/index.ts';
import { signOnCookie } from './http/cookies.ts';
import type { Form } from './http/forms.ts';
import { safeReturn, signInPath, signOnPath } from './paths.ts';
import type { View } from './visit.ts';

/** How long a browser may be away at a provider. */
const awayMs = 10 * 60 * 1000;

/** What these addresses need from the server. */
export interface SignOnActions {
  readonly parts: WebParts;
  queryOf(request: FastifyRequest): URLSearchParams;
  formOf(request: FastifyRequest): Promise<Form>;
  page(request: FastifyRequest, reply: FastifyReply, view: View): FastifyReply;
  begin(request: FastifyRequest, reply: FastifyReply, secret: string, to: string): FastifyReply;
  signInView(to: string, problem?: string): View;
}

type OfProvider = { Params: { provider: string } };

export function addSignOn(own: FastifyInstance, door: SignOnActions): void {
  const { signOn } = door.parts;
  const cookie = () => signOnCookie(door.parts.origin());

  own.get(`${signInPath}/saml`, async (request, reply) => {
    const query = door.queryOf(request);
    const to = safeReturn(query.get('to') ?? undefined);
    const email = (query.get('email') ?? '').trim();
    return door.page(request, reply, waysView(email, to, email === '' ? [] : signOn.waysFor(email)));
  });

  own.get<OfProvider>(`${signInPath}/saml/:provider`, async (request, reply) => {
    const to = safeReturn(door.queryOf(request).get('to') ?? undefined);
    const { address, browser } = await signOn.begin(request.params.provider, to);
    return reply.header('set-cookie', cookie().set(browser, awayMs)).redirect(address, 303);
  });

  own.get<OfProvider>(`${signInPath}/saml/:provider/metadata`, async (request, reply) => {
    const metadata = signOn.metadata(request.params.provider);
    if (metadata === undefined)
      throw new AppError('NOT_FOUND', 'There is no way to sign in at this address.');
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(metadata);
  });

  // The provider's page sends this form. The answer in the form is signed, and the browser proves on the way back that it had asked.
  own.post<OfProvider>(`${signInPath}/saml/:provider/acs`, async (request, reply) => {
    const { fields } = await door.formOf(request);
    const { provider } = request.params;
    const code = await signOn.accept(provider, fields.get('SAMLResponse') ?? '');
    return reply.redirect(`${signOnPath(provider)}/done?code=${code}`, 303);
  });

  own.get<OfProvider>(`${signInPath}/saml/:provider/done`, async (request, reply) => {
    const browser = cookie().read(request);
    const code = door.queryOf(request).get('code') ?? '';
    const begun = browser === undefined ? undefined : signOn.finish(code, browser);
    if (begun === undefined)
      return door.page(request, reply, door.signInView('', 'This sign-in was begun elsewhere, or is over.'));
    reply.header('set-cookie', cookie().clear());
    return door.begin(request, reply, begun.secret, safeReturn(begun.to));
  });
}

function waysView(
  email: string,
  to: string,
  ways: readonly { readonly id: string; readonly label: string; readonly organization: string }[],
): View {
  return {
    template: 'sign-on',
    title: 'Sign in',
    data: {
      email,
      to,
      signIn: `${signInPath}?to=${encodeURIComponent(to)}`,
      ways: ways.map(({ id, label, organization }) => ({
        label,
        organization,
        href: `${signOnPath(id)}?to=${encodeURIComponent(to)}`,
      })),
    },
  };
}
