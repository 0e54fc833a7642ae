import { companyLogin } from '@bitacora/core/messages/company-login';
import { importTexts } from '@bitacora/core/messages/import';
import { refusalSentences } from '@bitacora/core/messages/refusals';
import { validation } from '@bitacora/core/messages/validation';

const ANYTHING = '§';
/** Every field of it is `§`, because each sentence reads other fields. */
const anything = new Proxy({}, { get: () => ANYTHING });

function sentencesIn(sentence: unknown): string[] {
  if (typeof sentence === 'string') return [sentence];
  try {
    if (sentence === refusalSentences['companyLogin.refused']) return Object.values(companyLogin.problems);
    return [(sentence as (about: unknown) => string)(sentence === refusalSentences['input.invalid'] ? { fields: {} } : anything)];
  } catch {
    return [];
  }
}
const counted = Object.values({ ...importTexts, ...validation }).flatMap((sentence) =>
  typeof sentence === 'function' && sentence.length === 1
    ? sentencesIn(() => (sentence as (about: string) => string)(ANYTHING))
    : sentencesIn(sentence),
);
const shapes = [...Object.values(refusalSentences).flatMap(sentencesIn), ...counted].map((sentence) => {
  const parts = sentence.split(/§|undefined|NaN/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
});

/** Whether a sentence is one of ours: in Spanish, from the messages. */
export const isOurs = (sentence: string): boolean => shapes.some((shape) => shape.test(sentence));
