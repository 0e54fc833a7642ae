/** How many items satisfy a condition. */
export const countOf = <Item,>(items: readonly Item[], is: (item: Item) => boolean): number => items.filter(is).length;

/** '12 pendientes · 3 con retraso'. Zero figures are left out; late ones are highlighted. */
export function Figures({ parts, none }: { parts: readonly { text: string; count: number; isLate?: boolean }[]; none: string }) {
  const visible = parts.filter(({ count }) => count > 0);
  if (visible.length === 0) return none;
  return visible.map(({ text, isLate: late }, at) => (
    <span key={text}>
      {at > 0 && <span className="muted"> · </span>}
      <span className={late ? 'late' : undefined}>{text}</span>
    </span>
  ));
}
