import type { Connections } from '../src/platform/db.ts'

/** The console under test runs background jobs too, by the clock of the machine: those that a test takes turns of itself must not take part. */
export const ignoreJobs = async ({ pool }: Pick<Connections, 'pool'>, task: string): Promise<void> => {
  await pool.query(`create or replace function ignore_jobs() returns trigger language plpgsql as $$
    begin
      if new.task_id = (select id from graphile_worker._private_tasks where identifier = tg_argv[0]) then return null; end if;
      return new;
    end $$`)
  await pool.query(
    `create trigger "ignore ${task}" before insert on graphile_worker._private_jobs for each row execute function ignore_jobs('${task}')`,
  )
}
