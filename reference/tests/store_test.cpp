// The store, on the counterexample that it is there for.
#include "reference/store.hpp"

#include <gtest/gtest.h>

namespace clockwise {
namespace {

constexpr NodeId kC{2};
constexpr NodeId kE{4};
constexpr Move kToE{8, 12, kC, kE};  // E has joined at 12

// Keys 10 and 10 and 13 of C, of which the first two become E's.
class HandoverToE : public testing::Test {
 protected:
  HandoverToE() {
    store_.open({10, 10, 13});
    store_.publish({kC, kC, kC});
    for (std::size_t key = 0; key < 3; ++key) store_.write(key, 100 + key);
  }
  void publish() { store_.publish({kE, kE, kC}); }

  Store store_;
};

TEST_F(HandoverToE, StraightAfterTheJoinEHasNothing) {
  publish();
  EXPECT_EQ(store_.read(0), std::nullopt);
  EXPECT_EQ(store_.read(1), std::nullopt);
  EXPECT_EQ(store_.read(2), 102U);
}

TEST_F(HandoverToE, UntilTheCopyArrivesCStillHasIt) {
  publish();
  const Move plan[] = {kToE};
  EXPECT_EQ(store_.read_or_ask_giver(0, plan), 100U);
  EXPECT_EQ(store_.read_or_ask_giver(0, {}), std::nullopt);
  store_.copy(kToE);
  EXPECT_EQ(store_.read(0), 100U);
  EXPECT_EQ(store_.read(1), 101U);
}

TEST_F(HandoverToE, CopiedFirstNothingIsMissed) {
  store_.copy(kToE);
  EXPECT_EQ(store_.read(0), 100U);
  publish();
  store_.drop(kToE);
  EXPECT_EQ(store_.read(0), 100U);
  EXPECT_EQ(store_.read(1), 101U);
  EXPECT_EQ(store_.read(2), 102U);
}

TEST_F(HandoverToE, DroppedBeforeItIsCopiedItIsLost) {
  store_.drop(kToE);
  store_.copy(kToE);
  publish();
  const Move plan[] = {kToE};
  EXPECT_EQ(store_.read_or_ask_giver(0, plan), std::nullopt);
  EXPECT_EQ(store_.read(2), 102U);
}

TEST_F(HandoverToE, AnArcAcrossZeroAndTheWholeRing) {
  store_.copy({12, 10, kC, kE});
  store_.publish({kE, kE, kE});
  EXPECT_EQ(store_.read(0), 100U);
  EXPECT_EQ(store_.read(2), 102U);
  store_.copy({5, 5, kC, NodeId{7}});
  store_.publish({NodeId{7}, NodeId{7}, NodeId{7}});
  EXPECT_EQ(store_.read(1), 101U);
}

}  // namespace
}  // namespace clockwise
