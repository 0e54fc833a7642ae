/** Two lines of a text in a table, with all of it on hover. Rows keep their height, so that clicks hit. */
export const Clipped = ({ text }: { text: string }) => (
  <span className="clip" title={text}>
    {text}
  </span>
);
