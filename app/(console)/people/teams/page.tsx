import { redirect } from 'next/navigation';

/** Teams are a tab of the people page; this address is a step of the breadcrumb. */
export default function TeamsPage() {
  redirect('/people?tab=teams');
}
