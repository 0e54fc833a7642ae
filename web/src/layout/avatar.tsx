/** First letters of the first and the last word. */
const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toLocaleUpperCase('es-MX');
};

/** A photo, or initials without one. It has no text alternative, because the name stands beside it. */
export const Avatar = ({ name, photoUrl }: { name: string; photoUrl: string | null }) => (
  <span className="avatar" data-initials={photoUrl ? undefined : initialsOf(name)}>
    {photoUrl && <img src={photoUrl} alt="" />}
  </span>
);
