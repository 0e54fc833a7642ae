/** Two lines of a text in a table; all of it on hover. A row never grows by focus, because a click would then miss its link. */
export const Clipped = ({ text }: { text: string }) => (
  <span className="clip" title={text}>
    {text}
  </span>
);
