// Whether the screen is one of a telephone.
import { useEffect, useMemo, useState } from 'preact/hooks';

export function useIsSmall(): boolean {
  const media = useMemo(() => window.matchMedia('(max-width: 640px)'), []);
  const [isSmall, setSmall] = useState(media.matches);
  useEffect(() => {
    const onChange = () => setSmall(media.matches);
    media.addEventListener('change', onChange);
    return () => media.removeEventListener('change', onChange);
  }, [media]);
  return isSmall;
}
