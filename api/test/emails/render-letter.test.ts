import { invitationLetter, passwordResetLetter } from '@bitacora/core/messages/emails';
import { expect, it } from 'vitest';
import { renderLetter } from '../../src/emails/render-letter.ts';

const facts = { firstName: 'Ana', url: 'https://bitacora.empresa.mx/#token=abc', token: 'abc' };

it('writes the invitation', () => {
  expect(renderLetter(invitationLetter(facts))).toMatchSnapshot();
});

it('writes the password reset', () => {
  expect(renderLetter(passwordResetLetter(facts))).toMatchSnapshot();
});

it('shows a hostile name as the text it is', () => {
  const { html } = renderLetter(invitationLetter({ ...facts, firstName: '<img src=x onerror=alert(1)>"&' }));
  expect(html).toContain('Hola, &lt;img src=x onerror=alert(1)&gt;&quot;&amp;:');
});
