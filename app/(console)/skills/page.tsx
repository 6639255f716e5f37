import { redirect } from 'next/navigation';

/** Skills are capabilities of their own type: the same table, filtered. */
export default function SkillsPage(): never {
  redirect('/capabilities?type=SKILL');
}
