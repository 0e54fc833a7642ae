import type { Source } from './repository.ts';

const WORDS_MAX = 40_000;
const PAGE_WORDS_MAX = 2_500;

const countWords = ({ text }: Source) => text.split(/\s+/).filter(Boolean).length;

/** Counts the words of `docs`. The manual of the people who use the product is not counted. */
export const countDocumentWords = (files: readonly Source[]) =>
  files.filter(({ path }) => /^docs\/(?!ayuda\/).*\.md$/.test(path)).reduce((total, file) => total + countWords(file), 0);

/** Complains of pages, and of documents in all, that are longer than a reader finishes. */
export function lengthComplaints(files: readonly Source[]): string[] {
  const words = countDocumentWords(files);
  return [
    ...files
      .filter((file) => file.path.endsWith('.md') && countWords(file) > PAGE_WORDS_MAX)
      .map((file) => `${file.path}: ${countWords(file)} words, at most ${PAGE_WORDS_MAX}`),
    ...(words > WORDS_MAX ? [`docs: ${words} words, at most ${WORDS_MAX}`] : []),
  ];
}

/** Complains where the pictures of the documents were taken of another version. */
export function pictureComplaints(files: readonly Source[]): string[] {
  const readText = (path: string) => files.find((file) => file.path === path)?.text ?? '{}';
  const { version } = JSON.parse(readText('package.json')) as { version: string };
  const pictured = readText('docs/screenshots/version.txt').trim();
  return pictured === version ? [] : [`docs/screenshots: ${pictured}, and the product is ${version}: npm run screenshots`];
}
