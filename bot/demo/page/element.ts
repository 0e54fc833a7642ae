type Child = Node | string;

/** An element with its attributes, or its event where the name begins with `on`. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | undefined | ((event: Event) => void)>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children);
  return node;
}

export function byId<Kind extends HTMLElement>(id: string): Kind {
  const node = document.getElementById(id);
  if (!node) throw new Error(id);
  return node as Kind;
}

/** Puts nodes in the place of those of the same key whose content has changed, so that what is being typed elsewhere stays. */
export function keyed(parent: HTMLElement, entries: readonly { key: string; content: string; draw(): HTMLElement }[]): boolean {
  const before = new Map([...parent.children].map((child) => [(child as HTMLElement).dataset.key, child as HTMLElement]));
  const isNew = entries.some(({ key }) => !before.has(key));
  const nodes = entries.map(({ key, content, draw }) => {
    const earlier = before.get(key);
    if (earlier?.dataset.content === content) return earlier;
    const node = draw();
    Object.assign(node.dataset, { key, content });
    return node;
  });
  if (nodes.length !== parent.children.length || nodes.some((node, at) => parent.children[at] !== node)) parent.replaceChildren(...nodes);
  return isNew;
}
