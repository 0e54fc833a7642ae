const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] as string);

export const escapeLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

/** The product's colours (web/src/styles/tokens.css) by their use, for light and dark. */
export const colours = {
  ground: ['#FAF9F6', '#13171B'],
  surface: ['#FFFFFF', '#1A1F25'],
  sunken: ['#F4F2ED', '#161B20'],
  ink: ['#1A1E23', '#E9E7E2'],
  muted: ['#59626D', '#9BA5B0'],
  line: ['#E4E1DA', '#2C343D'],
  accent: ['#0E5A6B', '#63BFD1'],
  'accent-ink': ['#FFFFFF', '#0B1417'],
  late: ['#9B1C1C', '#FF9F95'],
  'late-solid': ['#B42318', '#E5574B'],
  soon: ['#944600', '#FFB870'],
  'soon-solid': ['#D06A0C', '#E8913A'],
  done: ['#1B6B3A', '#7FD6A0'],
  'done-solid': ['#2E8B57', '#45A871'],
  wait: ['#1D4F91', '#8FBEFF'],
  'wait-solid': ['#2F6FC4', '#5A94E6'],
  off: ['#59626D', '#A7B0BA'],
  'off-solid': ['#7A838D', '#7F8A96'],
} as const;

export type Colour = keyof typeof colours;

const light = (colour: Colour) => colours[colour][0];

/**
 * The attributes of an element: light colours inline, for programs that drop style sheets, and classes by which `darkRules` repaints
 * it, beside those of `as`. `style` is the rest of its inline style; `bgcolor` is what Outlook reads.
 */
export function paint(style: string, { text, fill, edge, as }: { text?: Colour; fill?: Colour; edge?: Colour; as?: string } = {}): string {
  const classes = [as, text && `t-${text}`, fill && `f-${fill}`, edge && `e-${edge}`].filter(Boolean);
  const inline = [text && `color:${light(text)}`, fill && `background:${light(fill)}`, edge && `border-color:${light(edge)}`, style];
  return [
    classes.length ? `class="${classes.join(' ')}" ` : '',
    fill ? `bgcolor="${light(fill)}" ` : '',
    `style="${inline.filter(Boolean).join(';')}"`,
  ].join('');
}

const darkRulesFor = (colour: Colour) => {
  const dark = colours[colour][1];
  return `.t-${colour}{color:${dark}!important}.f-${colour}{background:${dark}!important}.e-${colour}{border-color:${dark}!important}`;
};

export const darkRules = `@media (prefers-color-scheme:dark){${(Object.keys(colours) as Colour[]).map(darkRulesFor).join('')}}`;
