import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the text, tags and facts of a PDF, as any reader finds them. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  const roles: string[] = [];
  const note = (node: { role?: string; alt?: string; children?: object[] } | null) => {
    if (node?.role) roles.push(node.alt ? `${node.role}: ${node.alt}` : node.role);
    for (const child of node?.children ?? []) note(child);
  };
  const sizes: number[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    note(await page.getStructTree());
    sizes.push(page.view.slice(2));
  }
  const { info } = await pdf.getMetadata();
  const text = pages
    .map((page) => page.replace(/Folio \d+ · Página .*/, ''))
    .join('\n')
    .replace(/\s+/g, ' ');
  return { text, pages, roles, sizes, info: info as Record<string, unknown> };
}
