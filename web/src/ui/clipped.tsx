/** Two lines of a text in a table; all of it on hover, and while the row has the focus. */
export const Clipped = ({ text }: { text: string }) => (
  <span className="clip" title={text}>
    {text}
  </span>
);
