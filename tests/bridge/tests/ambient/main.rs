//! What old code finds below migrated code, and migrated code below old.

mod block_in_place;
mod derived;
mod doors;
mod field_reports;
mod own_places;
mod platform;
mod providers;
mod seams;
mod setters;
mod shadow;
mod ways_out;
