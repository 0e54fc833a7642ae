/** Initials, until people have photos; first letters of the first and the last word. */
const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toLocaleUpperCase('es-MX');
};

export const Avatar = ({ name }: { name: string }) => <span className="avatar" data-initials={initialsOf(name)} />;
