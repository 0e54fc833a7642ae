import { type EditedField, Refused } from '../domain/refusal.ts';
import { hashSecret } from '../secrets/secrets.ts';

type DefinedFields<Fields> = { [Key in keyof Fields]: Exclude<Fields[Key], undefined> };

export const pickDefined = <Fields extends object>(fields: Fields): Partial<DefinedFields<Fields>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<DefinedFields<Fields>>;

type Fields = Readonly<Partial<Record<EditedField, string | null>>>;

export function editVersion(fields: Fields): string {
  const inOrder = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashSecret(JSON.stringify(inOrder)).toString('base64url').slice(0, 16);
}

/**
 * Refuses an edit of what somebody else has changed since it was shown. The refusal names what is now stored where that differs from the
 * edit. `stored` is locked, and `version` is its fingerprint. Without `seen` nothing is checked, and the last edit wins.
 */
export function demandUnchanged(seen: string | undefined, stored: Fields, wanted: Fields, version = editVersion(stored)): void {
  if (!seen || seen === version) return;
  const changed = Object.entries(stored).filter(([field, value]) => value !== wanted[field as EditedField]);
  if (changed.length > 0) throw new Refused({ code: 'edit.outdated', now: Object.fromEntries(changed) });
}
