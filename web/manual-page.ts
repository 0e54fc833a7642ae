import { readFileSync } from 'node:fs';
import path from 'node:path';
import { frame } from '@bitacora/core/messages/layout';
import { Marked, type Tokens } from 'marked';
import { manual } from './src/messages/layout-texts.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
const folder = path.join(docs, 'ayuda');
/** Each reader has a file; they stand in the order of the page. */
const CHAPTERS = ['empleado', 'gerente', 'sistemas'];
/** A picture narrower than this is of a phone. */
const PHONE_PX = 500;

interface ManualAddresses {
  styles: readonly string[];
  /** Returns the address of a picture file. */
  picture: (file: string) => string;
}
interface ManualSection {
  anchor: string;
  html: string;
}

/** Makes an anchor as GitHub does, so that links between the files work there too. */
const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Reads width and height, which stand at fixed places in the header of a PNG. */
function readPictureSize(file: string): { width: number; height: number } {
  const header = readFileSync(file);
  return { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
}

/** Writes the manual of `docs/ayuda` as one page, which a browser searches and prints at once. */
export function renderManual(addresses: ManualAddresses): string {
  const chapters = CHAPTERS.map((name) => renderChapter(`${name}.md`, addresses));
  const intro = renderChapter('README.md', addresses);
  const contents = chapters.map(({ sections: [chapter, ...inside] }) => `<li>${linkTo(chapter)}${sectionList(inside)}</li>`);
  return renderPage({
    styles: addresses.styles,
    intro: intro.html,
    contents: `<nav aria-label="${manual.contents}"><ul>${contents.join('\n')}</ul></nav>`,
    // On a phone each chapter begins with its own contents.
    body: chapters
      .map(({ html, sections }) => `<section>${html.replace('</h2>', `</h2>${sectionList(sections.slice(1))}`)}</section>`)
      .join('\n'),
  });
}

const linkTo = (section: ManualSection | undefined) => (section ? `<a href="#${section.anchor}">${section.html}</a>` : '');
const sectionList = (sections: readonly ManualSection[]) =>
  `<ul class="manual-inside">${sections.map((section) => `<li>${linkTo(section)}</li>`).join('')}</ul>`;

function renderChapter(name: string, { picture }: ManualAddresses): { html: string; sections: ManualSection[] } {
  const sections: ManualSection[] = [];
  const resolveFile = (href: string) => path.resolve(folder, href);
  const isChapter = CHAPTERS.includes(path.parse(name).name);
  const figure = ({ href, text }: Tokens.Image) => {
    const { width, height } = readPictureSize(resolveFile(href));
    const kind = width < PHONE_PX ? ' class="manual-phone"' : '';
    const address = picture(resolveFile(href));
    const image = `<img${kind} src="${address}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
    // A picture of a desktop is small on a phone.
    return `<a href="${address}">${image}</a>`;
  };
  const capture = ({ href, text }: Tokens.Link) =>
    `<details><summary>${escapeHtml(text)}</summary><pre tabindex="0">${escapeHtml(readFileSync(resolveFile(href), 'utf8').trimEnd())}</pre></details>\n`;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const html = this.parser.parseInline(tokens);
        if (!isChapter) return `<h${depth}>${html}</h${depth}>\n`;
        const anchor = depth === 1 ? path.parse(name).name : headingAnchor(text);
        sections.push({ anchor, html });
        return `<h${depth + 1} id="${anchor}"><a href="#${anchor}">${html}</a></h${depth + 1}>\n`;
      },
      // On GitHub the introduction needs links to the chapters; the page has its contents instead.
      ...(!isChapter && { list: () => '' }),
      paragraph({ tokens }) {
        const [first] = tokens;
        if (tokens.length === 1 && first?.type === 'image') return `<figure>${figure(first as Tokens.Image)}</figure>\n`;
        if (tokens.length === 1 && first?.type === 'link' && first.href.endsWith('.txt')) return capture(first as Tokens.Link);
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      image: figure,
      link({ href, tokens }) {
        const [file = '', anchor] = href.split('#');
        const text = this.parser.parseInline(tokens);
        if (/^https?:/.test(href)) return `<a href="${escapeHtml(href)}">${text}</a>`;
        const { dir, name: target } = path.parse(file);
        if (dir === '') return `<a href="#${anchor ?? target}">${text}</a>`;
        // The server publishes no other document, so the reader gets the name of its file.
        return `<code>${path.relative(path.dirname(docs), resolveFile(file)).replaceAll(path.sep, '/')}</code>`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      html({ raw }) {
        throw new Error(`docs/ayuda/${name} has HTML, which the manual does not take: ${raw}`);
      },
    },
  });
  const html = marked.parse(readFileSync(path.join(folder, name), 'utf8'), { async: false });
  return { html, sections };
}

interface ManualSections extends Pick<ManualAddresses, 'styles'> {
  intro: string;
  contents: string;
  body: string;
}
const renderPage = ({ styles, intro, contents, body }: ManualSections) => `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${manual.description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf9f6">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<title>${frame.help} · ${frame.product}</title>
</head>
<body class="manual">
<a class="manual-skip" href="#contenido">${frame.skip}</a>
<header><a href="/">${frame.toBitacora}</a></header>
<main class="manual-columns">
<div>${intro}${contents}</div>
<div class="manual-body" id="contenido" tabindex="-1">
${body}
</div>
</main>
</body>
</html>
`;
