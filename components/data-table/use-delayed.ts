'use client';

import { useEffect, useState } from 'react';

/** True once `on` has lasted: quick answers never flash a skeleton. */
export function useDelayed(on: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setLate(true), 180);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [on]);
  return on && late;
}
