-- Who does at once what is due on a day of the year has done it for that day: the next one is asked of
-- them, and not the same one again when its window begins. The rule (20261122T0805) as it is, but for that.

-- The day of the year that comes after something was done which is asked for since `asked_at`.
create function renewal_day(
  done_at timestamptz, asked_at timestamptz, on_month integer, on_day integer, window_days integer, zone text
) returns timestamptz language sql stable as $$
  select next_day_of_year(
    -- The first cycle is open from the beginning; later ones are from the beginning of their windows.
    case when done_at < asked_at then done_at else greatest(
      done_at,
      next_day_of_year(asked_at, on_month, on_day, 0, zone) - make_interval(days => window_days)
    ) end,
    on_month, on_day, window_days, zone
  )
$$;

do $$
declare
  rule constant text := pg_get_functiondef('obligations_wanted'::regproc);
  changed constant text := replace(
    rule,
    'next_day_of_year(
                  done.done_at, requirement.on_month,',
    'renewal_day(
                  done.done_at, greatest(requirement.since, requirement.recurs_since, asked.created_at),
                  requirement.on_month,'
  );
begin
  if changed = rule then raise exception 'obligations_wanted is not the one of 20261122T0805'; end if;
  execute changed;
end $$;

select put_off_items(array(select distinct item_id from requirements where on_month is not null));
