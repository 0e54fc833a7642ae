import type { SentBody } from '../../doubles/whatsapp/limits.ts';
import { drawMarks, element } from './cards.ts';

const paragraph = (text: string | undefined) => (text ? [element('p', {}, ...drawMarks(text))] : []);

/** Draws a message of WhatsApp as a phone does; `press` gets the label of the touched button or row. */
export function drawMessage(body: SentBody, template: { text: string; label: string }, press: (label: string) => void): HTMLElement {
  const reply = (label: string, detail = '') =>
    element('button', { type: 'button', onclick: () => press(label) }, label, ...(detail ? [element('small', {}, detail)] : []));
  const frame = (...nodes: HTMLElement[]) => element('div', { class: 'blocks phone' }, ...nodes);
  if (body.type === 'text') return frame(...paragraph(body.text.body));
  if (body.type === 'image') return frame(...paragraph(`Imagen: ${body.image.caption ?? ''}`));
  if (body.type === 'document') return frame(...paragraph(`Documento: ${body.document.filename ?? ''}`));
  if (body.type === 'template') return frame(...paragraph(template.text), reply(template.label));
  const { interactive } = body;
  const header = interactive.header?.type === 'text' ? `*${interactive.header.text}*` : interactive.header && 'Imagen';
  const words = [...paragraph(header), ...paragraph(interactive.body.text), ...paragraph(interactive.footer?.text)];
  if (interactive.type === 'button') return frame(...words, ...interactive.action.buttons.map(({ reply: { title } }) => reply(title)));
  if (interactive.type === 'cta_url') {
    const { display_text, url } = interactive.action.parameters;
    return frame(...words, element('a', { class: 'button', href: url, target: '_blank', rel: 'noopener' }, display_text));
  }
  const { button, sections } = interactive.action;
  const rows = sections.flatMap((section) => section.rows).map(({ title, description }) => reply(title, description));
  return frame(...words, element('details', {}, element('summary', { class: 'button' }, button), ...rows));
}
